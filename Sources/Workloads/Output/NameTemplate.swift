import Foundation
import PhotoLists

/// A pattern for file names: text with `{name}`, `{number}` (or `{number:4}`, with zeros before it) and, at its end, `{ext}`.
public struct NameTemplate: Sendable, Equatable {
  private enum Piece: Equatable {
    case text(String)
    case name
    case number(digits: Int)
  }

  private var pieces: [Piece] = []

  /// Why a text is not a template, with the cure.
  public struct Flaw: Error, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws(Flaw) {
    // The extension depends on the file's format.
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
      throw Flaw(description: "“\(text)” has neither {name} nor {number}, so all files would be called alike")
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

  /// The name without its extension, not yet safe as a file's.
  /// - Parameter number: in the list, from 1.
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

/// The paths in their folder, without extension, of the files of one run: different, and the same whenever the list is.
struct FileNaming: Sendable {
  /// Nil where numbers alone make them different.
  private var names: FileNames?
  private let template: NameTemplate?
  private let fansOut: Bool

  /// - Parameters:
  ///   - template: nil for the photo's own name, or for “Image 7”.
  ///   - isNumbered: whether files without a template are called “Image 7”.
  ///   - fansOut: whether the files are spread over 256 folders.
  init(_ template: NameTemplate?, isNumbered: Bool = false, fansOut: Bool) {
    names = template == nil && isNumbered ? nil : FileNames()
    self.template = template
    self.fansOut = fansOut
  }

  /// The next one. To be asked for every entry of the list, in its order.
  mutating func next(for name: String, number: Int) -> String {
    let stem =
      names?.next(for: template?.stem(name: name, number: number) ?? name) ?? "Image \(number)"
    return fansOut ? FanOut.place(stem) : stem
  }
}
