import Foundation

/// A readme's paragraphs for a terminal, without what Markdown needs and a reader does not.
/// - Parameter width: in columns.
func prose(_ markdown: String, to width: Int, _ style: Style) -> String {
  markdown.split(separator: /\n{2,}/).map { paragraph in
    // Word by word, as a line may end within bold words.
    let painted = withoutMarks(paragraph.split(separator: "\n").joined(separator: " "))
      .replacing(/\*\*(.+?)\*\*/) { bold in
        bold.output.1.split(separator: " ").map { style.bold(String($0)) }.joined(separator: " ")
      }
    return wrapped(painted, to: width, indentation: 0) + "\n"
  }.joined(separator: "\n")
}

/// `[lesson 11](../11-asynchronous-operations)` is “lesson 11”, and `*dependency*` is “dependency”; bold stays.
private func withoutMarks(_ text: String) -> String {
  text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
    .replacing(/([ (])\*([^* ][^*]*)\*/) { "\($0.output.1)\($0.output.2)" }
}
