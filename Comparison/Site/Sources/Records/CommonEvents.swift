import Timelines

/// The events that all runs of a version have in common, in their common order.
public struct CommonEvents {
  public struct Event {
    /// The event in the first run.
    public let event: TimelineEvent
    /// Whether the event's position differs between runs.
    public let isInAnyOrder: Bool

    public var sentence: String { event.sentence + order }
    /// A remark on the order, which begins with a space unless it is empty.
    public var order: String {
      guard isInAnyOrder else { return "" }
      // If the job waited for only one other, it comes after that one in all runs.
      return event.prerequisites.count == 1 ? " after \(event.prerequisites[0])" : " (the order varies)"
    }
  }

  /// The events, in blocks. A block ends wherever all runs have had the same events.
  private let parts: [[Event]]
  public var events: [Event] { Array(parts.joined()) }
  /// The sentences of the blocks, without remarks about their order.
  var blocks: [[String]] { parts.map { $0.map(\.event.sentence) } }

  /// Identifies the same event in each run, by its sentence and the number of its occurrence.
  private struct Key: Hashable {
    let sentence: String
    let number: Int
  }

  /// An event with its sentence. Recorded runs have only sentences.
  private typealias Told = (sentence: String, event: TimelineEvent?)
  private typealias Keyed = (key: Key, event: TimelineEvent?)

  /// Finds the events that all runs have in common.
  /// - Parameter recorded: The blocks of earlier runs, if there are any.
  public init(_ runs: [Timeline], recorded: [[String]]? = nil) {
    // Each block is used forwards and backwards. The two orders have the same events only at the ends of blocks.
    let earlier = recorded.map { blocks in [Array(blocks.joined()), blocks.flatMap { $0.reversed() }] } ?? []
    let keyed = Self.keyed(
      runs.map { $0.events.map { ($0.sentence, $0) } } + earlier.map { $0.map { ($0, nil) } })
    let common = keyed.map { Set($0.map(\.key)) }
    let told = keyed.map { run in run.filter { event in common.allSatisfy { $0.contains(event.key) } } }
    let keys = told.map { $0.map(\.key) }
    let order = Self.order(Array(keys.prefix(runs.count)), recorded == nil ? nil : keys[runs.count])
    parts = Self.blocks(told).map { block in
      block.sorted { order[$0.key, default: 0] < order[$1.key, default: 0] }.compactMap(\.event)
        .map { Event(event: $0, isInAnyOrder: block.count > 1) }
    }
  }

  /// Returns the number of pairs of events that a run has in another order than the record.
  static func disagreement(_ run: Timeline, _ recorded: [[String]]) -> Int {
    disagreement(numbered(run.events.map(\.sentence)), numbered(Array(recorded.joined())))
  }

  private static func disagreement(_ one: [Key], _ other: [Key]) -> Int {
    let order = places(other)
    let positions = one.compactMap { order[$0] }
    return positions.indices.reduce(0) { count, place in
      count + positions[place...].count { $0 < positions[place] }
    }
  }

  /// Splits the first run wherever all runs have had the same events.
  private static func blocks(_ runs: [[Keyed]]) -> [[Keyed]] {
    guard let first = runs.first else { return [] }
    var blocks: [[Keyed]] = []
    var block: [Keyed] = []
    var open = runs.map { _ in Set<Key>() }
    for place in first.indices {
      block.append(first[place])
      for run in runs.indices { open[run].insert(runs[run][place].key) }
      guard open.allSatisfy({ $0 == open[0] }) else { continue }
      blocks.append(block)
      block = []
      open = runs.map { _ in [] }
    }
    return blocks
  }

  /// Returns the positions of events whose order differs between runs: those of the record, so that other runs yield the
  /// same list, or else of the run that disagrees least with the others.
  private static func order(_ runs: [[Key]], _ recorded: [Key]?) -> [Key: Int] {
    let distances = runs.map { run in runs.reduce(0) { $0 + disagreement(run, $1) } }
    let median = runs.indices.min { distances[$0] < distances[$1] }.map { runs[$0] }
    return places(recorded ?? median ?? [])
  }

  private static func places(_ keys: [Key]) -> [Key: Int] {
    Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }

  /// Assigns a key to each event. If a sentence occurs more often in one run than in another, only one occurrence is
  /// kept: the last one for the end of a job, and otherwise the first.
  private static func keyed(_ runs: [[Told]]) -> [[Keyed]] {
    let counts = runs.map { run in Dictionary(grouping: run, by: \.sentence).mapValues(\.count) }
    return runs.enumerated().map { index, run in
      zip(numbered(run.map(\.sentence)), run).compactMap { key, told in
        let own = counts[index][key.sentence]
        if counts.allSatisfy({ $0[key.sentence] == own }) { return (key, told.event) }
        let kept = TimelineEvent.isEnd(key.sentence) ? own : 1
        return key.number == kept ? (Key(sentence: key.sentence, number: 1), told.event) : nil
      }
    }
  }

  /// Numbers the occurrences of each sentence, from 1.
  private static func numbered(_ sentences: [String]) -> [Key] {
    var seen: [String: Int] = [:]
    return sentences.map { sentence in
      seen[sentence, default: 0] += 1
      return Key(sentence: sentence, number: seen[sentence, default: 0])
    }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  public var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
