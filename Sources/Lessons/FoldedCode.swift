/// The code of a version, in parts. Long declarations that a reader doesn't need to follow the lesson are folded.
public struct FoldedCode {
  public enum Part {
    case open([PlainCode.Line])
    /// A declaration, which is shown by its first line.
    case folded(head: PlainCode.Line, rest: [PlainCode.Line])
  }

  public private(set) var parts: [Part] = []

  /// The minimum number of lines of a declaration that is folded.
  private static let least = 5

  /// Folds the lines of a file.
  /// - Parameter mayFold: Whether the declaration with this first line and these lines may be folded.
  public init(
    _ lines: [PlainCode.Line], mayFold: (_ head: String, _ lines: ArraySlice<PlainCode.Line>) -> Bool
  ) {
    add(lines[...], indent: "", mayFold)
  }

  /// Adds the lines of a file, or the members of a type.
  private mutating func add(
    _ lines: ArraySlice<PlainCode.Line>, indent: String,
    _ mayFold: (String, ArraySlice<PlainCode.Line>) -> Bool
  ) {
    var rest = lines
    while let head = rest.first {
      guard let body = Self.declaration(rest, indent: indent) else {
        add(head)
        rest = rest.dropFirst()
        continue
      }
      if body.count >= Self.least, mayFold(head.text, body) {
        parts.append(.folded(head: head, rest: Array(body.dropFirst())))
      } else if indent.isEmpty, head.text.contains(/\b(?:class|struct|actor|enum|extension)\b/) {
        add(head)
        add(body.dropFirst(), indent: "  ", mayFold)
      } else {
        for line in body { add(line) }
      }
      rest = rest[body.endIndex...]
    }
  }

  private mutating func add(_ line: PlainCode.Line) {
    if case .open(let lines) = parts.last {
      parts[parts.count - 1] = .open(lines + [line])
    } else {
      parts.append(.open([line]))
    }
  }

  /// Returns the lines of the declaration that begins here, or nil if none does or if it takes one line.
  private static func declaration(_ lines: ArraySlice<PlainCode.Line>, indent: String)
    -> ArraySlice<PlainCode.Line>?
  {
    guard let head = lines.first?.text, head.hasPrefix(indent),
      head.dropFirst(indent.count).contains(
        #/^(?:@?[a-z]+(?:\(\w+\))? )*(?:func|class|struct|actor|enum|extension|init|var)\b/#),
      let end = lines.firstIndex(where: { $0.text == indent + "}" }),
      // The first of its lines that opens a body isn't one of a later declaration.
      let open = lines[...end].firstIndex(where: { $0.text.contains(/\{(?:  \/\/.*)?$/) }),
      !lines[lines.startIndex..<open].contains(where: { $0.text.isEmpty || $0.text.hasSuffix("}") })
    else { return nil }
    return lines[...end]
  }
}
