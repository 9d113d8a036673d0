import LessonKit
import Lessons

/// The parts of a lesson's readme. Each is a paragraph, named by its leading bold words.
struct LessonText {
  struct Part {
    /// The leading bold words: `The trap`, `Choose`, …
    let title: String
    /// The paragraph without its title.
    let text: String
  }

  let parts: [Part]

  init(_ lesson: Lesson) {
    parts = Markdown(lesson.explanation).blocks.compactMap { block in
      guard case .paragraph(let text) = block else { return nil }
      guard text.hasPrefix("**"),
        let end = text.firstRange(of: "**", after: text.index(text.startIndex, offsetBy: 2))
      else { return Part(title: "", text: text) }
      let title = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
      let rest = text[end.upperBound...].drop { $0 == " " }
      return Part(
        title: title.last == "." || title.last == "," ? String(title.dropLast()) : String(title),
        // The remaining text becomes a sentence.
        text: rest.prefix(1).uppercased() + rest.dropFirst())
    }
  }

  /// The lesson in brief.
  var claim: String? { text("In short") }
  /// The answer to the question.
  var toSee: String? { text("What to see") }

  /// All other parts, in order.
  var rest: [Part] { parts.filter { !["In short", "Predict", "What to see"].contains($0.title) } }

  private func text(_ title: String) -> String? { parts.first { $0.title == title }?.text }
}

extension String {
  func firstRange(of other: String, after start: Index) -> Range<Index>? {
    self[start...].firstRange(of: other)
  }
}
