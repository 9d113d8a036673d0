import Foundation

/// A pointer to a value inside a JSON document (JSON Pointer, RFC 6901).
public struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
  /// The member names and element numbers to follow. The array is empty if the pointer refers to the whole document.
  let path: [String]
  public let description: String

  /// Parses a pointer. The empty string refers to the whole document. Otherwise, each step comes after a slash, as in
  /// `/results/0/url`. Within a step, `~1` stands for a slash and `~0` for a tilde.
  /// - Throws: `SearchError` with a description of the problem.
  public init(_ text: String) throws(SearchError) {
    guard text.isEmpty || text.hasPrefix("/") else {
      throw SearchError("“\(text)” is not a JSON pointer: it begins with a slash, as in /results")
    }
    var path: [String] = []
    for step in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      path.append(try Self.unescaped(step, of: text))
    }
    self.path = path
    description = text
  }

  private static func unescaped(_ step: Substring, of text: String) throws(SearchError) -> String {
    for rest in step.unicodeScalars.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
    where rest.first != "0" && rest.first != "1" {
      throw SearchError("“\(text)” is not a JSON pointer: ~ must be followed by 0 (for ~) or 1 (for /)")
    }
    return step.replacingOccurrences(of: "~1", with: "/", options: .literal)
      .replacingOccurrences(of: "~0", with: "~", options: .literal)
  }
}

/// An invalid search. The description explains the problem and the remedy.
public struct SearchError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
