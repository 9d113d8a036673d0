import Lessons

/// A search for lessons by words.
enum LessonSearch {
  /// Returns the lessons whose title, text, code or aliases contain at least half of the words, the likeliest first. Words
  /// are compared by their stems. Without words, returns all lessons.
  static func lessons(with words: [String]) -> [Lesson] {
    guard !words.isEmpty else { return Lessons.lessons }
    let wanted = SearchWords.stems(words.joined(separator: " "))
    let ranked = Lessons.lessons.compactMap { lesson -> (lesson: Lesson, score: Double)? in
      guard let stems = stems[lesson.number] else { return nil }
      let found = wanted.count(where: stems.all.contains)
      guard found > 0, 2 * found >= wanted.count else { return nil }
      let inTitle = wanted.intersection(stems.title).count
      let nearest = stems.aliases.map { likeness($0, wanted) }.max() ?? 0
      return (lesson, Double(found + inTitle) / Double(wanted.count) + 2 * nearest)
    }
    return ranked.sorted { ($1.score, $0.lesson.number) < ($0.score, $1.lesson.number) }.map(\.lesson)
  }

  /// Returns how much of an alias and of the query are the same words, from 0 to 1. One word of several is none.
  private static func likeness(_ alias: Set<String>, _ wanted: Set<String>) -> Double {
    let shared = alias.intersection(wanted).count
    return shared < min(2, alias.count) ? 0 : Double(shared) / Double(alias.union(wanted).count)
  }

  /// The stems of each lesson by its number, those of all its text as one string.
  private static let stems = Lessons.lessons.reduce(
    into: [Int: (title: Set<String>, aliases: [Set<String>], all: String)]()
  ) { stems, lesson in
    let title = SearchWords.stems(lesson.title)
    let aliases = lesson.aliases.map(SearchWords.stems)
    let sources = Lesson.Version.allCases.map(lesson.source)
    let all = SearchWords.stems(([lesson.readme] + sources).joined(separator: "\n"))
      .union(title).union(aliases.joined())
    stems[lesson.number] = (title, aliases, all.joined(separator: " "))
  }
}
