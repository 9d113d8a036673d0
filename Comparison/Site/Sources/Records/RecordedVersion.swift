import Foundation
import LessonKit
import Lessons
import Timelines

/// The record of a lesson's version: what many runs had in common, and one of these runs.
///
/// Ten runs may happen to agree on an order that isn't guaranteed, and the next ten may not. So the runs of earlier
/// records of the same code count as well.
public struct RecordedVersion: Codable, Sendable {
  /// A figure with its least and its greatest value.
  public struct Figure: Codable, Sendable {
    public let name: String
    public let least: Int
    public let most: Int
  }

  /// The folder of the lesson.
  let lesson: String
  public let version: Lesson.Version
  /// A hash that identifies the code that was run.
  let code: String
  /// The sentences of the events that happened in all runs. Within a block, their order differs between runs.
  let blocks: [[String]]
  /// The run that is drawn. In the file, its lines are counted without comments and blank lines, which may change.
  public private(set) var timeline: Timeline
  /// The names of the jobs, in the order in which they first appear.
  public let jobs: [String]
  public let figures: [Figure]

  /// The events that happened in all runs.
  public var events: CommonEvents { CommonEvents([timeline], recorded: blocks) }

  /// The number of runs without random pauses, and of those with them.
  static let times = 10

  /// Runs a version many times. The thread is blocked, and mustn't be the main thread.
  /// - Parameters:
  ///   - kit: The code that all versions use.
  ///   - earlier: The earlier record of the version, if there is one.
  init(running lesson: Lesson, _ version: Lesson.Version, kit: String, earlier: RecordedVersion?) {
    (self.lesson, self.version) = (lesson.folder, version)
    let lines = Self.code(lesson.source(version))
    code = Self.hash((Self.code(kit) + lines).map(\.text))
    let runs = (0..<Self.times).map { _ in lesson.run(version) }
    let all = runs + (0..<Self.times).map { _ in lesson.run(version, hesitates: true) }
    let common = CommonEvents(
      all.map(\.timeline), recorded: earlier?.code == code ? earlier?.blocks : nil
    ).blocks
    blocks = common
    let drawn = runs[Self.typical(runs.map(\.timeline), common)]
    timeline = drawn.timeline.withLines { number in lines.firstIndex { $0.number == number } }
    jobs = drawn.entries.filter { ![.note, .suspended, .resumed].contains($0.kind) }.map(\.text).unique
    // Times are left out, because recording a lesson isn't a measurement.
    figures = drawn.figures.filter { !$0.name.hasPrefix("ns ") }.map { figure in
      let values = runs.compactMap { $0.figure(figure.name) }
      return Figure(
        name: figure.name, least: values.min() ?? figure.value, most: values.max() ?? figure.value)
    }
  }

  /// Returns the index of the run whose order is closest to the recorded one, and of several such runs, of that with the
  /// most usual length.
  static func typical(_ runs: [Timeline], _ blocks: [[String]]) -> Int {
    let byLength = runs.indices.sorted { runs[$0].duration < runs[$1].duration }
    let ranks = byLength.enumerated().map { rank, run in
      (CommonEvents.disagreement(runs[run], blocks), abs(rank - runs.count / 2), run)
    }
    return ranks.min { $0 < $1 }?.2 ?? 0
  }

  /// Returns the record with the numbers of lines in the lesson's present file.
  func placed(in lesson: Lesson) -> RecordedVersion {
    let lines = Self.code(lesson.source(version))
    var placed = self
    placed.timeline = timeline.withLines { lines.indices.contains($0) ? lines[$0].number : nil }
    return placed
  }

  /// Returns the lines of code with their numbers, without comments, blank lines and indentation.
  private static func code(_ source: String) -> [(number: Int, text: Substring)] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ($0 + 1, $1.drop { $0 == " " }) }.filter { !$0.1.isEmpty && !$0.1.hasPrefix("//") }
  }

  /// Returns a hash (FNV-1a) of the lines, which `.ci/stale-records` computes as well.
  private static func hash(_ lines: [Substring]) -> String {
    let hash = lines.map { $0 + "\n" }.joined().utf8
      .reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

extension Timeline {
  /// Returns the timeline with other numbers of lines, and times in microseconds.
  fileprivate func withLines(_ line: (Int) -> Int?) -> Timeline {
    func moved(_ moment: Moment) -> Moment {
      Moment(time: (moment.time * 1e6).rounded() / 1e6, turn: moment.turn, line: moment.line.flatMap(line))
    }
    return Timeline(
      lanes: lanes.map { lane in
        var lane = lane
        lane.bars = lane.bars.map { Bar($0.state, from: moved($0.start), to: moved($0.end), label: $0.label) }
        lane.marks = lane.marks.map(moved)
        return lane
      })
  }
}
