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

  /// The code.
  var stage: String {
    """
    <div class="versions alone" data-steps="\(Self.id)-steps">
    <article class="version \(trap.api.color.rawValue)" id="\(Self.id)" data-version="\(Self.id)" \
    data-cure="\(escaped(cure))">\(column.head("The trap, with \(trap.api.rawValue)", program: program))
    \(column.html(helpers: helpers))</article></div>
    """
  }

  var lanes: String {
    guard let lanes = drawing.columns.first else { return "" }
    return "<div class=\"lanes alone\" tabindex=\"0\" role=\"group\" aria-label=\"The trap: what happened\">"
      + "\(drawing.lanes(lanes, id: Self.id, mark: line(lanes)))</div>"
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

extension TimelineDrawing {
  /// Returns the lanes of a version.
  /// - Parameters:
  ///   - mark: A mark on the plot, as HTML.
  ///   - asked: The name of the lane that the lesson's question is about.
  ///   - end: The elements below the lanes, as HTML.
  func lanes(_ column: Column, id: String, mark: String = "", asked: String = "", end: String = "")
    -> String
  {
    "<figure class=\"\(column.color.rawValue)\" data-version=\"\(id)\" data-lane=\"\(escaped(asked))\">"
      + "<figcaption>\(column.name)</figcaption>"
      + "<div class=\"plot\">\(mark)\(element(column, id: id, isCompact: true))</div>\(end)</figure>"
  }
}
