import Foundation
import Lessons

/// A search for lessons by words.
enum LessonSearch {
  /// Returns the lessons whose title, text or code contain every word. Lessons with more of the words in their titles
  /// come first. Without words, returns all lessons.
  static func lessons(with words: [String]) -> [Lesson] {
    let words = words.flatMap { $0.split(separator: " ") }.map(String.init)
    guard !words.isEmpty else { return Lessons.lessons }
    func isIn(_ text: String) -> (String) -> Bool {
      { text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    }
    let found = Lessons.lessons.filter { lesson in
      words.allSatisfy(isIn(([lesson.title, lesson.text.readme] + lesson.sources).joined(separator: "\n")))
    }
    let ranked = found.map { (lesson: $0, inTitle: words.count(where: isIn($0.title))) }
    return ranked.sorted { ($1.inTitle, $0.lesson.number) < ($0.inTitle, $1.lesson.number) }.map(\.lesson)
  }
}

extension Lesson {
  fileprivate var sources: [String] { Version.allCases.map { source($0) } }
}
