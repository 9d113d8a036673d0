import Foundation
import Timelines

/// A line chart as SVG. It has its own background, so that it is readable in light and dark mode.
struct LineChart {
  struct Axis {
    var title: String
    var isLogarithmic: Bool
    /// The labeled values in ascending order. The first and last one are the ends of the axis.
    var ticks: [(value: Double, label: String)]

    var words: String { title + (isLogarithmic ? ", logarithmic" : "") }

    /// Returns the position of a value between the first and last tick, 0...1. Values outside are clamped.
    func share(_ value: Double) -> Double {
      guard let first = ticks.first?.value, let last = ticks.last?.value, last > first else { return 0 }
      let value = min(max(value, first), last)
      return isLogarithmic
        ? (log(value) - log(first)) / (log(last) - log(first)) : (value - first) / (last - first)
    }
  }

  struct Line {
    var runner: JobRunner
    /// The points. Each has the spread of its runs.
    var points: [(x: Double, y: Double, spread: Double)]
  }

  var title: String
  var x: Axis
  var y: Axis
  var lines: [Line]
  /// An annotated position on the x axis. Each string is one line of the annotation.
  var mark: (x: Double, words: [String])?

  private static let size = (width: 760.0, height: 486.0)
  /// The edges of the plot area, inside the titles.
  private static let (left, right, top, bottom) = (74.0, 736.0, 70.0, 380.0)

  func svg() -> String {
    var body = SVG()
    let (width, height) = Self.size
    body.rectangle(0, 0, width, height, "ground")
    body.text(16, 30, title, "title")
    drawAxes(&body)
    if let mark { draw(mark, &body) }
    for line in lines { draw(line, &body) }
    drawLegend(&body)
    return body.document(width: width, height: height, title: title, style: Self.styleSheet)
  }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (
      Self.left + (Self.right - Self.left) * self.x.share(x),
      Self.bottom - (Self.bottom - Self.top) * self.y.share(y)
    )
  }

  private func drawAxes(_ body: inout SVG) {
    guard let leastX = x.ticks.first?.value, let leastY = y.ticks.first?.value else { return }
    for tick in y.ticks {
      let at = place(leastX, tick.value)
      body.line(Self.left, at.y, Self.right, at.y, "grid")
      body.text(Self.left - 8, at.y + 4, tick.label, "label end")
    }
    for tick in x.ticks {
      let at = place(tick.value, leastY)
      body.line(at.x, Self.bottom, at.x, Self.bottom + 5, "axis")
      // A long label at the right end would be cut off.
      let isLast = at.x > Self.right - 1 && tick.label.count > 5
      let x = isLast ? Self.size.width - 6 : at.x
      body.text(x, Self.bottom + 20, tick.label, isLast ? "label end" : "label middle")
    }
    body.line(Self.left, Self.bottom, Self.right, Self.bottom, "axis")
    body.text((Self.left + Self.right) / 2, Self.bottom + 44, x.words, "label middle")
    body.text(16, Self.top - 18, y.words, "label")
  }

  private func draw(_ mark: (x: Double, words: [String]), _ body: inout SVG) {
    let at = place(mark.x, y.ticks.first?.value ?? 0)
    body.line(at.x, Self.top, at.x, Self.bottom, "mark")
    // The annotation goes to the side with more room.
    let isLeft = at.x > (Self.left + Self.right) / 2
    for (number, words) in mark.words.enumerated() {
      body.text(
        at.x + (isLeft ? -8 : 8), Self.bottom - 14 - 16 * Double(mark.words.count - 1 - number), words,
        isLeft ? "words end" : "words")
    }
  }

  private func draw(_ line: Line, _ body: inout SVG) {
    let places = line.points.map { place($0.x, $0.y) }
    body.path(places, "line \(line.runner.rawValue)")
    for (point, at) in zip(line.points, places) {
      let (low, high) = (place(point.x, point.y - point.spread), place(point.x, point.y + point.spread))
      if low.y - high.y > 8 { body.line(at.x, low.y, at.x, high.y, "spread \(line.runner.rawValue)") }
      body.circle(at.x, at.y, 3.5, "dot \(line.runner.rawValue)")
    }
  }

  /// Draws the name of each line beside a piece of it, four in a row.
  private func drawLegend(_ body: inout SVG) {
    for (number, line) in lines.enumerated() {
      let x = Self.left + 166 * Double(number % 4)
      let y = Self.bottom + 72 + 20 * Double(number / 4)
      body.path([(x, y - 4), (x + 30, y - 4)], "line \(line.runner.rawValue)")
      body.text(x + 38, y, line.runner.rawValue, "words")
    }
  }

  // MARK: Style

  private static var styleSheet: String {
    func colors(isDark: Bool) -> String {
      let paper = isDark ? Palette.darkPaper : Palette.lightPaper
      let lines = JobRunner.usual.map { runner in
        let color = isDark ? runner.palette.dark : runner.palette.light
        let name = runner.rawValue
        return ".\(name){stroke:\(color)}.dot.\(name){fill:\(color)}"
      }
      return ".ground{fill:\(paper.ground)}.title,.words{fill:\(paper.ink)}.label{fill:\(paper.dim)}"
        + ".grid{stroke:\(paper.rule)}.axis,.mark{stroke:\(paper.dim)}"
        + lines.joined()
    }
    let shapes =
      "text{font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}.title{font-size:16px;"
      + "font-weight:600}.middle{text-anchor:middle}"
      + ".end{text-anchor:end}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.dot{stroke:none!important}"
      + ".spread{stroke-width:1.2;opacity:.7}.mark{stroke-dasharray:3 3}"
    let dashed = JobRunner.usual.map { ".line.\($0.rawValue){stroke-dasharray:\($0.dashes)}" }.joined()
    return shapes + dashed + colors(isDark: false)
      + "@media(prefers-color-scheme:dark){\(colors(isDark: true))}"
  }
}

extension JobRunner {
  /// The dash pattern: solid for this project's engines, dashed and in the same colour for the APIs that they use.
  fileprivate var dashes: String {
    switch self {
    case .dispatch, .operationQueue, .taskGroup: "6 4"
    case .dispatchLimited: "6 4 2 4"
    case .loop: "2 4"
    case .engine, .traced: "none"
    }
  }
}
