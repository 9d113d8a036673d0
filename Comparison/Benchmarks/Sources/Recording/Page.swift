import Foundation

/// A page of the repository that shows what was recorded. The current folder is the top of it.
public struct Page {
  private let path: String

  public init(_ path: String) { self.path = path }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes a text between `<!-- mark -->` and `<!-- /mark -->`, in place of what stands there.
  public func show(_ text: String, at mark: String) throws {
    let old = try String(contentsOfFile: path, encoding: .utf8)
    guard let start = old.range(of: "<!-- \(mark) -->\n"),
      let end = old.range(of: "<!-- /\(mark) -->", range: start.upperBound..<old.endIndex)
    else { throw Failure(description: "\(path) has no place <!-- \(mark) -->") }
    try old.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }
}
