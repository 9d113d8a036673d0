import Foundation
import Timelines

/// The steps of versions as a table, one row for each step and one column for each version. The player reads it.
struct StepTable {
  let id: String
  let steps: Steps
  let drawing: TimelineDrawing
  let columns: [CodeColumn]
  /// The text for the parting step, as HTML: how the versions differ, or the mistake of a trap.
  let parting: String
  /// Converts Markdown to HTML.
  let inline: (String) -> String

  /// The maximum number of steps that are listed and played.
  static let most = 60

  var html: String {
    let places = drawing.columns.map { drawing.axis.places($0.timeline) }
    let rows = steps.steps.prefix(Self.most).enumerated().map { number, step in
      let cells = step.events.indices.map { version -> String in
        guard let common = step.events[version] else { return "<td></td>" }
        let event = common.event
        let subject = event.subject.isEmpty ? "" : "<b>\(escaped(event.subject))</b> "
        let order = common.order.isEmpty ? "" : "<i class=\"order\">\(escaped(common.order))</i>"
        let words = "\(subject)\(escaped(event.words))\(order)"
        let place = String(format: "%.3f", places[version][event.moment])
        guard let id = event.moment.line.flatMap(columns[version].id) else {
          return "<td data-at=\"\(place)\">\(words)</td>"
        }
        return "<td data-at=\"\(place)\"><a href=\"#\(id)\">\(words)</a></td>"
      }
      let look =
        (number == steps.parting ? " data-part=\"\(escaped(parting))\"" : "")
        + (steps.stops[number].map { " data-moment=\"\(escaped(inline($0)))\"" } ?? "")
      return "<tr\(look)>\(cells.joined())</tr>"
    }
    let left = steps.steps.count - rows.count
    let more =
      left > 0 ? "<tr class=\"more\"><td colspan=\"\(columns.count)\">\(left) more, as drawn</td></tr>" : ""
    let heads = zip(columns, drawing.columns).map {
      "<th scope=\"col\" class=\"\($1.color.rawValue)\">\($0.version.rawValue)</th>"
    }
    return """
      <table class="events">
      <thead><tr>\(heads.joined())</tr></thead>\
      <tbody id="\(id)">\(rows.joined(separator: "\n"))\(more)</tbody></table>
      """
  }
}
