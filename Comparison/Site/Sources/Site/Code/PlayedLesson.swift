import Lessons
import Records
import Timelines

/// A lesson with the records of its versions.
struct PlayedLesson {
  let lesson: Lesson
  let row: LessonRow
  /// The record of the version for each API.
  let versions: [RecordedVersion]
  let trap: RecordedVersion
  let steps: Steps
  /// The steps of the trap. They diverge where the trap goes wrong.
  let trapSteps: Steps

  /// - Parameter stops: The table of `stops.tsv`: the view, `versions` or `trap`, an event, its cause, and for each version
  ///   the code that this is about, if that isn't the code of the event.
  /// - Throws: `PublishingError`, if a version isn't recorded, the lesson isn't in the table of lessons, or no step has the
  ///   event of a stop.
  init(_ lesson: Lesson, _ records: RecordedLessons, _ facts: [String: LessonRow], stops: String) throws {
    guard let row = facts[lesson.folder] else {
      throw PublishingError("add \(lesson) to \(Clone.table)")
    }
    (self.lesson, self.row) = (lesson, row)
    versions = try Lesson.Version.apis.map { try records.version($0, of: lesson) }
    trap = try records.version(.trap, of: lesson)
    let cells = table(stops).filter { $0.count >= 3 }
    func rows(of view: String) -> [Steps.Stop] {
      cells.filter { $0[0] == view }.map { ($0[1], $0[2], Array($0[3...])) }
    }
    let name = "lesson \(lesson.number)"
    steps = try Steps(versions.map(\.events), parting: lesson.parting, stops: rows(of: "versions"), of: name)
    trapSteps = try Steps([trap.events], parting: lesson.trap.event, stops: rows(of: "trap"), of: name)
    for (version, code) in steps.stops.values.flatMap({ zip(Lesson.Version.apis, $0.code) })
    where !code.isEmpty && !lesson.plain(version).lines.contains(where: { $0.has(code) }) {
      throw PublishingError("\(name): \(version.rawValue) has no “\(code)”: correct stops.tsv")
    }
  }

  /// The minutes that the lesson takes, at 200 words a minute and ten seconds a stop. Folds don't count.
  var minutes: Int {
    let words = lesson.content.parts.filter { !$0.isFolded }.flatMap(\.text)
      .flatMap { $0.split(separator: " ") }.count
    return Int((Double(words) / 200 + Double(steps.stops.count + trapSteps.stops.count) / 6).rounded(.up))
  }

  /// The drawing of all versions on one axis. Lanes have the same order in each version, which is that of the first
  /// version that has them.
  var drawing: TimelineDrawing {
    let names = versions.flatMap(\.timeline.lanes).map(\.name).unique
    return TimelineDrawing(
      versions.map { record in
        let sorted = names.flatMap { name in record.timeline.lanes.filter { $0.name == name } }
        return .init(record.version.rawValue, color: record.version.color, timeline: Timeline(lanes: sorted))
      })
  }
}

extension Lesson.Version {
  /// The name in addresses and elements, which is that of its function.
  var id: String { "\(self)" }

  /// The colour of the version's API. A trap is grey, except on its page, where it has the colour of its API.
  var color: Palette {
    switch self {
    case .gcd: .gcd
    case .operation: .operation
    case .tasks: .tasks
    case .trap: .serial
    }
  }
}
