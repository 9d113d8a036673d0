import PhotoLists

/// A pattern for file names: text with `{name}`, `{number}` (or `{number:4}`, padded with zeros) and a final
/// `{ext}`.
public struct NameTemplate: Sendable, Equatable {
  private enum Piece: Equatable {
    case text(String)
    case name
    case number(digits: Int)
  }

  private var pieces: [Piece] = []
  /// Whether a file's name contains the photo's name.
  var hasName: Bool { pieces.contains(.name) }

  /// The reason why a text isn't a valid template, with a remedy.
  public struct Flaw: Error, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws(Flaw) {
    // The extension depends on the file's format, so it isn't part of the pattern.
    var rest = text.hasSuffix(".{ext}") ? text.dropLast(6) : text[...]
    while let start = rest.firstIndex(of: "{") {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      guard let end = rest[start...].firstIndex(of: "}") else {
        throw Flaw(description: "“\(text)” has a { without a }")
      }
      pieces.append(try Self.piece(String(rest[rest.index(after: start)..<end]), of: text))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    if text.contains("/") { throw Flaw(description: "“\(text)” has a slash; all files go into one folder") }
    if !pieces.contains(where: { if case .text = $0 { false } else { true } }) {
      throw Flaw(
        description: "“\(text)” has neither {name} nor {number}, so all files would have the same name")
    }
  }

  private static func piece(_ field: String, of text: String) throws(Flaw) -> Piece {
    let parts = field.split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("name", 1): return .name
    case ("number", 1): return .number(digits: 1)
    case ("number", 2):
      if let digits = Int(parts[1]), (1...18).contains(digits) { return .number(digits: digits) }
    case ("ext", 1): throw Flaw(description: "“\(text)” has an {ext} that is not at its end, after a dot")
    default: break
    }
    throw Flaw(
      description:
        "“\(text)” has an unknown placeholder {\(field)}; use {name}, {number}, {number:4} or {ext}")
  }

  /// Returns the name without its extension. It isn't safe as a file name yet.
  ///
  /// - Parameter number: The position in the list, counted from 1.
  func stem(name: String, number: Int) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .name: String(name.dropLast(ImageExtension.length(in: name) ?? 0))
      case .number(let digits):
        String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
      }
    }.joined()
  }
}
