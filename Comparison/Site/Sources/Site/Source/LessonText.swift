import LessonKit
import Lessons

/// The parts of a lesson's readme. Each is a paragraph, named by its leading bold words, or folded paragraphs, named by
/// their summary.
struct LessonText {
  struct Part {
    /// The leading bold words, or the summary: “The trap of waiting”, “Choose”, “On Linux”, …
    let title: String
    /// The paragraph without its title.
    let text: String

    var isTrap: Bool { title.hasPrefix("The trap of") }
  }

  let parts: [Part]

  init(_ lesson: Lesson) {
    parts = Markdown(lesson.explanation).blocks.compactMap { block in
      if case .details(let summary, let blocks) = block {
        let texts = blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
        return Part(title: summary, text: texts.joined(separator: "\n\n"))
      }
      guard case .paragraph(let text) = block else { return nil }
      guard text.hasPrefix("**"),
        let end = text.firstRange(of: "**", after: text.index(text.startIndex, offsetBy: 2))
      else { return Part(title: "", text: text) }
      let title = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
      let rest = text[end.upperBound...].drop { $0 == " " }
      return Part(
        title: title.last == "." || title.last == "," ? String(title.dropLast()) : String(title),
        // The remaining text becomes a sentence.
        text: title == "Because" ? String(rest) : rest.prefix(1).uppercased() + rest.dropFirst())
    }
  }

  /// The reason for the right answer, as a sentence.
  var reason: String? { text("Because").map { "**Because** \($0)" } }
  /// The lesson in brief.
  var claim: String? { text("In short") }
  /// The behaviour of the versions.
  var toSee: String? { text("What you see") ?? text("What to see") }

  /// All other parts, in order.
  var rest: [Part] {
    parts.filter { !["In short", "Predict", "Because", "What to see", "What you see"].contains($0.title) }
  }

  private func text(_ title: String) -> String? { parts.first { $0.title == title }?.text }
}

extension String {
  func firstRange(of other: String, after start: Index) -> Range<Index>? {
    self[start...].firstRange(of: other)
  }
}
