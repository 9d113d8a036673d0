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
    let (width, height) = (decimal(Self.size.width), decimal(Self.size.height))
    let parts = axes + (mark.map(drawn) ?? []) + lines.flatMap(drawn) + legend
    let file: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">
      <title>\(title)</title>
      <style>\(Markup(verbatim: Self.styleSheet))</style>
      <rect width="\(width)" height="\(height)" class="ground"/>
      \(text(16, 30, title, "title"))
      \(parts.joined(separator: "\n"))
      </svg>

      """
    return file.description
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ look: String) -> Markup {
    "<path d=\"M\(decimal(x1, 1)) \(decimal(y1, 1))L\(decimal(x2, 1)) \(decimal(y2, 1))\" class=\"\(look)\"/>"
  }

  private func text(_ x: Double, _ y: Double, _ text: String, _ look: String) -> Markup {
    "<text x=\"\(decimal(x, 1))\" y=\"\(decimal(y, 1))\" class=\"\(look)\">\(text)</text>"
  }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (
      Self.left + (Self.right - Self.left) * self.x.share(x),
      Self.bottom - (Self.bottom - Self.top) * self.y.share(y)
    )
  }

  private var axes: [Markup] {
    guard let leastX = x.ticks.first?.value, let leastY = y.ticks.first?.value else { return [] }
    let rows = y.ticks.flatMap { tick -> [Markup] in
      let y = place(leastX, tick.value).y
      return [line(Self.left, y, Self.right, y, "grid"), text(Self.left - 8, y + 4, tick.label, "label end")]
    }
    let columns = x.ticks.flatMap { tick -> [Markup] in
      let x = place(tick.value, leastY).x
      // A long label at the right end would be cut off.
      let isLast = x > Self.right - 1 && tick.label.count > 5
      return [
        line(x, Self.bottom, x, Self.bottom + 5, "axis"),
        text(
          isLast ? Self.size.width - 6 : x, Self.bottom + 20, tick.label,
          isLast ? "label end" : "label middle"),
      ]
    }
    return rows + columns + [
      line(Self.left, Self.bottom, Self.right, Self.bottom, "axis"),
      text((Self.left + Self.right) / 2, Self.bottom + 44, x.words, "label middle"),
      text(16, Self.top - 18, y.words, "label"),
    ]
  }

  private func drawn(_ mark: (x: Double, words: [String])) -> [Markup] {
    let x = place(mark.x, y.ticks.first?.value ?? 0).x
    // The annotation goes to the side with more room.
    let isLeft = x > (Self.left + Self.right) / 2
    let words = mark.words.reversed().enumerated().map { number, words in
      text(
        x + (isLeft ? -8 : 8), Self.bottom - 14 - 16 * Double(number), words, isLeft ? "words end" : "words")
    }
    return [line(x, Self.top, x, Self.bottom, "mark")] + words
  }

  private func drawn(_ line: Line) -> [Markup] {
    let name = line.runner.rawValue
    let places = line.points.map { place($0.x, $0.y) }
    let way = places.map { "\(decimal($0.x, 1)) \(decimal($0.y, 1))" }.joined(separator: "L")
    return ["<path d=\"M\(way)\" class=\"line \(name)\"/>"]
      + zip(line.points, places).map { point, at in
        let (low, high) = (place(point.x, point.y - point.spread).y, place(point.x, point.y + point.spread).y)
        let spread = low - high > 8 ? self.line(at.x, low, at.x, high, "spread \(name)") : nil
        return
          "\(spread)<circle cx=\"\(decimal(at.x, 1))\" cy=\"\(decimal(at.y, 1))\" r=\"3.5\" class=\"dot \(name)\"/>"
      }
  }

  /// The name of each line beside a piece of it, four in a row.
  private var legend: [Markup] {
    lines.enumerated().flatMap { number, line in
      let (x, name) = (Self.left + 166 * Double(number % 4), line.runner.rawValue)
      let y = Self.bottom + 72 + 20 * Double(number / 4)
      return [self.line(x, y - 4, x + 30, y - 4, "line \(name)"), text(x + 38, y, name, "words")]
    }
  }

  // MARK: Style

  private static var styleSheet: String {
    let lines = JobRunner.usual.map { runner in
      let (name, color) = (runner.rawValue, Palette.of(runner.rawValue).property)
      return
        ".\(name){stroke:\(color)}.dot.\(name){fill:\(color)}.line.\(name){stroke-dasharray:\(runner.dashes)}"
    }
    return Palette.styleSheet(root: "svg")
      + "text{font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}.title{font-size:16px;"
      + "font-weight:600}.middle{text-anchor:middle}.ground{fill:var(--ground)}.title,.words{fill:var(--ink)}"
      + ".label{fill:var(--dim)}.grid{stroke:var(--rule)}.axis,.mark{stroke:var(--dim)}"
      + ".end{text-anchor:end}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.dot{stroke:none!important}"
      + ".spread{stroke-width:1.2;opacity:.7}.mark{stroke-dasharray:3 3}" + lines.joined()
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
