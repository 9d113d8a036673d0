import Foundation
import Timelines

/// What the slots of each table's queues did in a recorded scroll, as `pipeline gallery --record` wrote it.
struct ScrollTrace: Decodable {
  private struct Moment: Decodable {
    let at: Int
    let update: Update?
  }

  private struct Update: Decodable { let tables: [String: Table]? }

  private struct Table: Decodable { let lanes: Lanes? }

  private struct Lanes: Decodable { let bars: [Bar] }

  /// A job in a slot, or the suspension of a queue, which is in none. Times are in milliseconds.
  private struct Bar: Decodable {
    let id: Int
    let queue: String
    let slot: Int?
    let from: Int
    /// Nil while it goes on.
    let to: Int?
    let end: String?

    var lane: String { slot.map { "\(queue) \($0 + 1)" } ?? "\(queue) queue" }
  }

  private let tables: [String]
  private let moments: [Moment]

  /// On one axis.
  var drawing: TimelineDrawing {
    TimelineDrawing(
      tables.map {
        .init($0, color: Palette(rawValue: $0) ?? .serial, timeline: timeline(bars(of: $0)))
      }, kind: .time)
  }

  /// Each as it was last written.
  private func bars(of table: String) -> [Bar] {
    let written = moments.flatMap { $0.update?.tables?[table]?.lanes?.bars ?? [] }
    return Dictionary(written.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values.sorted {
      ($0.from, $0.id) < ($1.from, $1.id)
    }
  }

  private func timeline(_ bars: [Bar]) -> Timeline {
    let end = moments.map(\.at).max() ?? 0
    func moment(_ time: Int) -> Timeline.Moment { .init(time: Double(time) / 1000, turn: time) }
    // A suspended queue stands above its slots.
    let names = Set(bars.map { [$0.queue, $0.slot == nil ? "" : "slot", $0.lane] }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    return Timeline(
      lanes: names.map { name in
        let own = bars.filter { $0.lane == name[2] }
        return Timeline.Lane(
          name[2],
          bars: own.map { bar in
            Timeline.Bar(
              bar.slot == nil ? .suspended : bar.end == "cancelled" ? .cancelled : .running,
              from: moment(bar.from), to: moment(max(bar.from, bar.to ?? end)),
              label: bar.end ?? bar.queue)
          })
      })
  }
}
