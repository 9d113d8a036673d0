import Engine

/// A moment of a scroll at which an engine has something to do, in the order in which they are explained.
public enum ScrollMoment: String, CaseIterable, Codable, Sendable {
  case added, downloaded, crowded, dragged, left, released, closed
  /// A priority is raised. No table does this.
  case urgent
}

/// A moment that has passed, with the engine's work meanwhile.
package struct PassedMoment: Sendable {
  package let moment: ScrollMoment
  /// The number of scrolls that had begun. It is the same for all tables that follow one finger.
  package let turn: Int
  /// The number of photos, downloads, jobs, rows or scrolls.
  package let number: Int
  /// The changes of the engine's counts, by their names in `APICalls`.
  package let counts: [String: Int]

  /// Returns the total of two moments of the same kind.
  package func added(to other: PassedMoment?) -> PassedMoment {
    guard let other else { return self }
    return PassedMoment(
      moment: moment, turn: turn,
      number: moment == .crowded ? max(number, other.number) : number + other.number,
      counts: counts.merging(other.counts, uniquingKeysWith: +))
  }
}

/// Counts the engine's work at each moment of a scroll. Nothing is counted without a handler.
final class MomentMeter {
  // Confined to the reporting queue.
  private let engine: JobEngine
  /// Called with each moment that has passed.
  var onMoment: ((PassedMoment) -> Void)?
  private var turn = 0
  /// The engine's counts after the last moment.
  private var last: [String: Int] = [:]
  /// The state since the table came to rest, or nil while it isn't at rest: the engine's counts and the downloads that had
  /// ended at the beginning, and the most ready jobs without a slot.
  private var rest: (counts: [String: Int], ended: Int, crowd: Int)?

  init(_ engine: JobEngine) { self.engine = engine }

  /// Performs the work of a moment.
  /// - Parameter number: The number of rows or photos. Without any, there is no such moment.
  func during(_ moment: ScrollMoment, _ number: Int = 1, _ work: () -> Void) {
    guard onMoment != nil, number > 0 else { return work() }
    if moment == .dragged { turn += 1 }
    let before = engine.calls.byName
    work()
    let counts = pass(moment, number, since: before)
    // These changes aren't counted a second time at the end of a rest.
    rest?.counts.merge(counts, uniquingKeysWith: +)
  }

  /// Reports that the table was closed. Its jobs have been cancelled since the last moment.
  func close() { pass(.closed, 1, since: last) }

  /// - Returns: The changes of the engine's counts.
  @discardableResult
  private func pass(_ moment: ScrollMoment, _ number: Int, since before: [String: Int]) -> [String: Int] {
    guard let onMoment, number > 0 else { return [:] }
    last = engine.calls.byName
    let counts = last.merging(before) { $0 - $1 }
    onMoment(PassedMoment(moment: moment, turn: turn, number: number, counts: counts))
    return counts
  }

  // MARK: At rest

  func beginRest(_ pipeline: PhotoPipeline) {
    guard onMoment != nil, rest == nil else { return }
    rest = (engine.calls.byName, pipeline.downloads.counts.transferred, 0)
  }

  /// Looks at the queues, as long as the table is at rest.
  func look(_ pipeline: PhotoPipeline) {
    guard let crowd = rest?.crowd else { return }
    let crowds = pipeline.queues.map { max(0, $0.counts.ready + $0.counts.running - $0.width) }
    rest?.crowd = max(crowd, crowds.reduce(0, +))
  }

  /// Reports the moments since the table came to rest.
  func endRest(_ pipeline: PhotoPipeline) {
    guard let (before, ended, crowd) = rest.take() else { return }
    pass(.crowded, crowd, since: before)
    pass(.downloaded, pipeline.downloads.counts.transferred - ended, since: before)
  }
}

extension QueueCounts {
  /// The number of downloads that have ended, complete or not.
  var transferred: Int { finished + failed }
}

extension APICalls {
  /// All counts by their names, which differ within an engine.
  fileprivate var byName: [String: Int] {
    Dictionary((api.counts + own.counts).map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }
}
