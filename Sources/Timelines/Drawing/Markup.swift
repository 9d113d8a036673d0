/// HTML or SVG, written as a literal. Text in it is escaped unless it is markup itself:
///
///     let row: Markup = "<li title=\"\(name)\">\(name) \(link)</li>"
///
/// Here, `name` is a string that may contain anything, and `link` is other markup. An optional that is nil adds
/// nothing, and the elements of an array follow each other.
public struct Markup: Sendable, Equatable, ExpressibleByStringInterpolation, CustomStringConvertible {
  public let description: String

  public init(stringLiteral markup: String) { description = markup }

  /// - Parameter markup: Text that is markup already, such as a style sheet. It isn't escaped.
  public init(verbatim markup: String) { description = markup }

  public init(stringInterpolation parts: StringInterpolation) { description = parts.markup }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ markup: String) { self.markup += markup }
    public mutating func appendInterpolation(_ text: some StringProtocol) {
      markup += escapedForMarkup(String(text))
    }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { markup += "\(number)" }
    public mutating func appendInterpolation(_ part: Markup?) { markup += part?.description ?? "" }
    public mutating func appendInterpolation(_ parts: [Markup]) { markup += parts.joined().description }
  }
}

extension Sequence<Markup> {
  public func joined(separator: String = "") -> Markup {
    Markup(verbatim: map(\.description).joined(separator: separator))
  }
}

/// Escapes text for use as content or as a quoted attribute in XML and HTML.
public func escapedForMarkup(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}
