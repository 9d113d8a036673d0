/// The top-level declarations of a Swift file, each with its comment.
public struct Declarations: Sendable {
  public struct One: Sendable {
    public let text: String
    /// The name of the declaration, or of the extended type if it is an extension.
    public let name: String
    /// The protocols that an extension adds.
    public let conformances: [String]
  }

  public let all: [One]
  public let imports: Set<String>

  public init(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    imports = Set(lines.filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) })
    var pieces: [[Substring]] = [[]]
    for line in lines where !line.hasPrefix("import ") {
      pieces[pieces.count - 1].append(line)
      // A body ends with a closing brace at the start of a line. A declaration without a body ends before a blank line.
      let isInBody = pieces.last?.contains { $0.hasSuffix("{") && !$0.hasPrefix(" ") } ?? false
      if line.hasPrefix("}") || line.isEmpty && !isInBody { pieces.append([]) }
    }
    all = pieces.compactMap { piece in
      let code = piece.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      guard
        let head = code.first(where: {
          !$0.hasPrefix("/") && !$0.hasPrefix("@available") && !$0.hasPrefix("#")
        }),
        let name = head.firstMatch(
          of: /\b(?:class|struct|enum|actor|protocol|func|let|var|typealias|extension) (\w+)/)
      else { return nil }
      let conformances =
        head.firstMatch(of: /^extension \w+: ([\w, ]+\w)/)?.output.1.split(separator: ", ") ?? []
      return One(
        text: code.joined(separator: "\n"), name: String(name.output.1),
        conformances: conformances.map(String.init))
    }
  }
}
