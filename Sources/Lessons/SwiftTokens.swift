/// Splits Swift code into tokens such as comments, strings and keywords. It works line by line, which is enough for the
/// lessons.
public enum SwiftTokens {
  public enum Kind: Sendable {
    case plain, word, keyword, string, comment
  }

  /// Returns the tokens of a line. Together, they contain all of its text.
  public static func of(_ line: Substring) -> [(kind: Kind, text: Substring)] {
    var tokens: [(Kind, Substring)] = []
    var rest = line
    while let next = rest.first {
      if rest.hasPrefix("//") {
        tokens.append((.comment, rest))
        return tokens
      }
      let token: (kind: Kind, text: Substring)
      if next == "\"" {
        token = (.string, literal(rest))
      } else if next.isLetter || next == "_" {
        let word = rest.prefix(while: \.isInName)
        token = (keywords.contains(String(word)) ? .keyword : .word, word)
      } else {
        token = (.plain, rest.prefix(1))
      }
      tokens.append(token)
      rest = rest[token.text.endIndex...]
    }
    return tokens
  }

  /// Returns the literal up to its closing quote. Quotes in an interpolation don't close it.
  public static func literal(_ text: Substring) -> Substring {
    var depth = 0
    var before: Character = "\""
    for place in text.indices.dropFirst() {
      switch text[place] {
      case "(" where before == "\\" || depth > 0: depth += 1
      case ")" where depth > 0: depth -= 1
      case "\"" where depth == 0 && before != "\\": return text[...place]
      default: break
      }
      before = text[place]
    }
    return text
  }

  private static let keywords: Set<String> = [
    "import", "public", "private", "func", "let", "var", "final", "class", "struct", "override", "init",
    "self", "super", "if", "else", "guard", "return", "for", "in", "while", "defer", "true", "false", "nil",
    "static", "weak", "unowned", "try", "throws", "switch", "case", "where", "extension", "enum", "some",
    "any", "async", "await", "actor", "do", "catch",
  ]
}

extension Character {
  /// Whether the character may be part of a name, after its first character.
  var isInName: Bool { isLetter || isNumber || self == "_" }
}

extension StringProtocol {
  /// The names and other words of a text.
  var names: [SubSequence] { split { !$0.isInName } }
}
