import Foundation

/// A page of the repository that shows recorded results. The current directory must be the root of the repository.
public struct Page {
  private let path: String

  public init(_ path: String) { self.path = path }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Replaces the text between `<!-- mark -->` and `<!-- /mark -->`.
  public func show(_ text: String, at mark: String) throws {
    let old = try String(contentsOfFile: path, encoding: .utf8)
    guard let start = old.range(of: "<!-- \(mark) -->\n"),
      let end = old.range(of: "<!-- /\(mark) -->", range: start.upperBound..<old.endIndex)
    else { throw Failure(description: "\(path) has no place <!-- \(mark) -->") }
    try old.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }
}
