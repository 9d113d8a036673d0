import Foundation

/// The Swift files below `Sources`, as text without comments.
struct SourceFile {
  /// From `Sources` on: `Engine/Job.swift`.
  let path: String
  let code: String

  var target: String { String(path.prefix { $0 != "/" }) }

  /// The modules that the file imports.
  var imports: Set<String> {
    let lines = code.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
    return Set(
      lines.compactMap { words in
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
          words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.hasSuffix("al") || $0 == "public" })
        else { return nil }
        // `import struct Module.Name`.
        let module = words.last?.prefix { $0 != "." } ?? ""
        return String(module)
      })
  }

  /// The words of the code: what could be a name.
  var words: Set<String> {
    Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  static func all() throws -> [SourceFile] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return SourceFile(path: path, code: withoutComments(text))
    }
  }
}

/// Swift code without its comments, which may name whom they like. A string keeps what looks like a comment.
func withoutComments(_ text: String) -> String {
  var code = ""
  var depth = 0
  var isString = false
  var rest = Substring(text)
  while let next = rest.first {
    if depth == 0, !isString, rest.hasPrefix("//") {
      rest = rest.drop { !$0.isNewline }
    } else if !isString, rest.hasPrefix("/*") {
      depth += 1
      rest.removeFirst(2)
    } else if depth > 0, rest.hasPrefix("*/") {
      depth -= 1
      rest.removeFirst(2)
    } else if depth > 0 {
      rest.removeFirst()
    } else {
      if isString, next == "\\" { code.append(rest.removeFirst()) }
      if next == "\"" { isString.toggle() }
      if let character = rest.popFirst() { code.append(character) }
    }
  }
  return code
}
