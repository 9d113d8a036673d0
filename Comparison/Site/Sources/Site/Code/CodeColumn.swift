import LessonKit

/// One version of a lesson, highlighted: a line each, with its number, tinted by the job that it is about, and paler where
/// only the diary is concerned.
struct CodeColumn {
  let version: Lesson.Version
  let lines: [Substring]
  /// Those that events are of, from 1: only they have ids.
  let noted: Set<Int>
  /// The jobs that lines are tinted by, in all columns alike.
  let jobs: [String]

  /// Most tints that are told apart.
  private static let most = 5

  /// What is no longer than that fits into a column of a phone or of a desktop, in characters.
  private static let narrowest = 38

  /// The columns of a lesson. Tinted are jobs that at least two of them name.
  static func columns(_ lesson: Lesson, _ stories: [(Lesson.Version, Story)]) -> [CodeColumn] {
    let versions = stories.map(\.0)
    let texts = versions.map { version in
      // The last is empty: a file ends with a line's end.
      lesson.source(version).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    var names: [String] = []
    for entry in stories.flatMap(\.1.entries)
    where ![.note, .suspended, .resumed].contains(entry.kind) && !names.contains(entry.text) {
      names.append(entry.text)
    }
    let jobs = names.filter { name in
      texts.count { lines in lines.contains { Self.job(of: $0, among: [name]) != nil } } > 1
    }.prefix(most)
    return zip(stories, texts).map { played, lines in
      CodeColumn(
        version: played.0, lines: Array(lines),
        noted: Set(played.1.timeline.moments.compactMap(\.line)), jobs: Array(jobs))
    }
  }

  /// The first that a line names, as a word of the code or as a string.
  private static func job(of line: Substring, among jobs: [String]) -> Int? {
    for token in SwiftTokens.of(line) {
      switch token.kind {
      case .word:
        if let job = jobs.firstIndex(of: String(token.text)) { return job }
      case .string:
        if let job = jobs.firstIndex(of: String(token.text.dropFirst().dropLast())) { return job }
      case .plain, .keyword, .comment: break
      }
    }
    return nil
  }

  /// Begins the ids of its lines: `gcd-12`.
  var name: String { version.color.rawValue }

  var html: String {
    let rows = lines.enumerated().map { number, line in
      let indent = line.prefix { $0 == " " }.count
      var classes: [String] = []
      // Only a line that may be folded, and goes far in, needs to know how far.
      if indent > 4, line.count > Self.narrowest { classes.append("i\(min(indent, 12))") }
      if let job = Self.job(of: line, among: jobs) { classes.append("t\(job + 1)") }
      if isOfTheDiary(line) { classes.append("d") }
      // One word stands without quotes.
      let quote = classes.count > 1 ? "\"" : ""
      let look = classes.isEmpty ? "" : " class=\(quote)\(classes.joined(separator: " "))\(quote)"
      let id = noted.contains(number + 1) ? " id=\(name)-\(number + 1)" : ""
      return "<span\(look)\(id)>\(highlighted(line))\n</span>"
    }
    return "<pre class=\"code\"><code>\(rows.joined())</code></pre>"
  }

  /// Whether nothing on it would stand in a program that keeps no diary.
  private func isOfTheDiary(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    if text == "import LessonKit" { return true }
    guard text.hasPrefix("diary."), let end = endOfCall(text) else { return false }
    return text[end...].allSatisfy { $0 == " " }
  }

  /// A call of the diary within a line of code is paler.
  private func highlighted(_ line: Substring) -> String {
    if isOfTheDiary(line) { return escapedCode(line) }
    guard let start = line.firstRange(of: "diary.")?.lowerBound,
      let end = endOfCall(line[start...])
    else { return SwiftTokens.html(line) }
    return SwiftTokens.html(line[..<start]) + "<span class=d>" + escapedCode(line[start..<end])
      + "</span>" + SwiftTokens.html(line[end...])
  }

  /// Of a text that begins with a call: behind its closing bracket; nil where that is on another line.
  private func endOfCall(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for token in SwiftTokens.of(text) where token.kind == .plain {
      if token.text == "(" { depth += 1 }
      if token.text == ")" {
        depth -= 1
        if depth == 0 { return token.text.endIndex }
      }
    }
    return nil
  }
}
