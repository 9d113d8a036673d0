import Foundation

/// Formats the paragraphs of a readme for a terminal. Bold words and code are styled, folded paragraphs follow their
/// summary, and other Markdown is removed. Without colours, code keeps its backquotes.
/// - Parameter width: The width in columns.
func prose(_ markdown: String, to width: Int, _ style: Style) -> String {
  markdown.split(separator: /\n{2,}/).filter { !$0.hasPrefix("</details>") }.map { paragraph in
    let text = withoutMarks(paragraph.split(separator: "\n").joined(separator: " "))
    return wrapped(painted(text, style), to: width, indentation: 0) + "\n"
  }.joined(separator: "\n")
}

/// Removes links and emphasis, but keeps bold and code. `[lesson 11](../11-asynchronous-operations)` becomes “lesson
/// 11”, and `*dependency*` becomes “dependency”.
private func withoutMarks(_ text: String) -> String {
  text.replacing(/<details><summary>(.*)<\/summary>/) { "**\($0.output.1)**" }.replacing(/<\/?sup>/, with: "")
    .replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
    .replacing(/([ (])\*([^* ][^*]*)\*/) { "\($0.output.1)\($0.output.2)" }
}

/// Styles each word separately, because a line may break within bold words or code.
private func painted(_ text: String, _ style: Style) -> String {
  var (isBold, isCode) = (false, false)
  func painted(_ word: Substring) -> String {
    guard !word.isEmpty else { return "" }
    let code = isCode ? style.cyan(String(word)) : String(word)
    return isBold ? style.bold(code) : code
  }
  var result = ""
  var rest = text[...]
  // A literal is parsed each time it is evaluated, so these aren't in the loop.
  let (markInCode, markInText) = (/[ `]/, /[ `]|\*\*/)
  while let mark = rest.firstMatch(of: isCode ? markInCode : markInText) {
    result += painted(rest[..<mark.range.lowerBound])
    rest = rest[mark.range.upperBound...]
    switch mark.output {
    case "`":
      isCode.toggle()
      if !style.usesColor { result += "`" }
    case "**": isBold.toggle()
    default: result += " "
    }
  }
  return result + painted(rest)
}
