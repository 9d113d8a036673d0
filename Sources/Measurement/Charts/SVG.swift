import Foundation

/// The elements of a drawing, one after the other.
struct SVG {
  private var elements: [String] = []

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ look: String) {
    elements.append(
      "<line x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\" class=\"\(look)\"/>"
    )
  }

  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ look: String) {
    elements.append(
      "<rect x=\"\(short(x))\" y=\"\(short(y))\" width=\"\(short(width))\" height=\"\(short(height))\" "
        + "class=\"\(look)\"/>")
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ look: String) {
    elements.append(
      "<circle cx=\"\(short(x))\" cy=\"\(short(y))\" r=\"\(short(radius))\" class=\"\(look)\"/>")
  }

  mutating func path(_ points: [(x: Double, y: Double)], _ look: String) {
    let places = points.map { "\(short($0.x)) \(short($0.y))" }.joined(separator: "L")
    if !places.isEmpty { elements.append("<path d=\"M\(places)\" class=\"\(look)\"/>") }
  }

  mutating func text(_ x: Double, _ y: Double, _ text: String, _ look: String) {
    elements.append("<text x=\"\(short(x))\" y=\"\(short(y))\" class=\"\(look)\">\(escaped(text))</text>")
  }

  func document(width: Double, height: Double, title: String, style: String) -> String {
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(short(width))\" height=\"\(short(height))\" "
      + "viewBox=\"0 0 \(short(width)) \(short(height))\" role=\"img\">"
    return ([head, "<title>\(escaped(title))</title>", "<style>\(style)</style>"] + elements + ["</svg>"])
      .joined(separator: "\n") + "\n"
  }

  /// Tenths of a pixel are enough.
  private func short(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
