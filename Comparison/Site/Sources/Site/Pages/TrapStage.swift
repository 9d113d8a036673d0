import Foundation
import Lessons
import Timelines

/// The trap of a lesson on its page: the code of the wrong version, and its lanes with a line at the moment at which
/// it goes wrong.
struct TrapStage {
  let trap: Trap
  let column: CodeColumn
  let steps: Steps
  let helpers: [String: Glossary.Helper]
  let drawing: TimelineDrawing
  /// The address of the program.
  let program: String
  /// Converts Markdown to HTML.
  let inline: (String) -> String

  /// The name of the trap's tab, and of its elements.
  static let id = "\(Lesson.Version.trap)"

  /// The code and the lanes, side by side if there is room.
  var stage: String {
    guard let lanes = drawing.columns.first else { return "" }
    return """
      <div class="versions alone" data-steps="\(Self.id)-steps">
      <article class="version \(lanes.color.rawValue)" id="\(Self.id)" data-version="\(Self.id)" \
      data-cure="\(escaped(cure))"><h2>The trap, with \(trap.api.rawValue)\
      <a class="file" href="\(program)" download>As one file</a></h2>
      \(column.html(helpers: helpers))
      <figure tabindex="0" role="group" aria-label="The trap: what happened">\
      <div class="plot">\(line(lanes))\(drawing.element(lanes, id: Self.id))</div>\(drawing.legend)</figure></article></div>
      """
  }

  /// Returns the line at the moment at which it goes wrong. The lanes' names and bars cover it.
  private func line(_ lanes: TimelineDrawing.Column) -> String {
    guard let moment = trap.moment(in: lanes.timeline) else { return "" }
    let place = drawing.axis.places(lanes.timeline)[moment]
    return "<span class=\"wrong\" aria-hidden=\"true\" data-place=\"\(String(format: "%.3f", place))\" "
      + "style=\"left:\(TimelineDrawing.percent(place))\"></span>"
  }

  private var mistake: String { inline(trap.mistake) }

  private var cure: String { inline(trap.cure) }

  var table: String {
    StepTable(
      id: "\(Self.id)-steps", steps: steps, drawing: drawing, columns: [column], parting: mistake,
      inline: inline
    ).html + "<p>\(mistake) <strong>The cure.</strong> \(cure)</p>"
  }
}
