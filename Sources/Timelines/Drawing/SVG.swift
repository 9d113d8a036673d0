import Foundation

/// The elements of a drawing, in drawing order.
public struct SVG {
  private var elements: [Markup] = []

  public init() {}

  public mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ look: String) {
    elements.append(
      "<line x1=\"\(pixels(x1))\" y1=\"\(pixels(y1))\" x2=\"\(pixels(x2))\" y2=\"\(pixels(y2))\" class=\"\(look)\"/>")
  }

  public mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ look: String
  ) {
    elements.append(
      """
      <rect x="\(pixels(x))" y="\(pixels(y))" width="\(pixels(width))" height="\(pixels(height))" class="\(look)"/>
      """)
  }

  public mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ look: String) {
    elements.append(
      "<circle cx=\"\(pixels(x))\" cy=\"\(pixels(y))\" r=\"\(pixels(radius))\" class=\"\(look)\"/>")
  }

  public mutating func path(_ points: [(x: Double, y: Double)], _ look: String) {
    let places = points.map { "\(pixels($0.x)) \(pixels($0.y))" }.joined(separator: "L")
    if !places.isEmpty { elements.append("<path d=\"M\(places)\" class=\"\(look)\"/>") }
  }

  public mutating func text(_ x: Double, _ y: Double, _ text: String, _ look: String) {
    elements.append("<text x=\"\(pixels(x))\" y=\"\(pixels(y))\" class=\"\(look)\">\(text)</text>")
  }

  /// Returns the drawing as a file. The width and the height are in pixels.
  public func document(width: Double, height: Double, title: String, style: String) -> String {
    let (width, height) = (pixels(width), pixels(height))
    let file: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">
      <title>\(title)</title>
      <style>\(Markup(verbatim: style))</style>
      \(elements.joined(separator: "\n"))
      </svg>

      """
    return file.description
  }
}

/// Formats a length in pixels. Tenths are precise enough.
func pixels(_ value: Double) -> String { decimal(value, 1) }
