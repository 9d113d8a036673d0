import Foundation
import LessonKit
import Lessons

/// The index of the search box: entries that lead to a page, and for each word the entries that have it.
struct SearchIndex {
  /// The importance of a word for an entry, in ascending order. In the script, each weight is represented by a
  /// letter.
  enum Weight: Character, CaseIterable, Comparable {
    case prose = "A"
    case code = "B"
    /// A word that occurs several times in the code.
    case frequentInCode = "C"
    case row = "D"
    case title = "E"

    static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
  }

  struct Entry {
    let title: String
    let address: String
    /// The kind of text that the entry leads to. It is empty for a lesson.
    let note: String
    /// Phrases that people type to find the entry. An empty one stands for its title.
    fileprivate var phrases: [String]
    fileprivate var words: [String: Weight] = [:]

    init(
      _ title: String, _ address: String, note: String = "", weight: Weight = .title, prose: String = "",
      phrases: [String] = [""]
    ) {
      (self.title, self.address, self.note, self.phrases) = (title, address, note, phrases)
      add(title, weight)
      add(note, .row)
      add(prose, .prose)
    }

    fileprivate mutating func add(_ text: String, _ weight: Weight) {
      for word in SearchWords.stems(text) { words[word] = max(words[word] ?? weight, weight) }
    }

    fileprivate mutating func add(aliases: [String]) {
      phrases += aliases
      for alias in aliases { add(alias, .row) }
    }
  }

  let entries: [Entry]

  /// The number of times that a word occurs in the code of a lesson that is about it.
  private static let frequent = 5
  /// The maximum number of entries that may have a word only in their prose. A more frequent word doesn't help anyone
  /// find a lesson.
  private static let mostInProse = 12

  /// - Parameter aliases: The table of `Comparison/aliases.tsv`: the titles of rows, and phrases that people type to find
  ///   them. Those of lessons are in their table.
  init(
    lessons: [Lesson], table facts: LessonTable, texts: [DecisionPage], glossary: Glossary,
    comparisons: [ComparisonPage], aliases: String
  ) {
    let links = Links(repository: nil, depth: 0, folder: "Comparison")
    var lessons = lessons.map { Self.entry($0, facts[$0.text.folder]) }
    for (term, folders) in glossary.lessonsOfTerms {
      let addresses = folders.map(Links.lesson)
      for place in lessons.indices where addresses.contains(lessons[place].address) {
        lessons[place].add(term, .row)
      }
    }
    var entries =
      lessons + texts.flatMap { Self.rows($0, links) }
      + texts.map { Entry($0.title, $0.path) }
      + texts.flatMap { Self.sections($0.text, page: $0.path, note: "the decision") }
      + glossary.entries
      + comparisons.map {
        Entry($0.title, Links.comparison($0.workload), note: "comparison", prose: $0.recorded.verdict)
      }
    for row in table(aliases).dropFirst() {
      for place in entries.indices where entries[place].title == row.first {
        entries[place].add(aliases: row.dropFirst().flatMap { $0.components(separatedBy: "; ") })
      }
    }
    self.entries = entries
  }

  private static func entry(_ lesson: Lesson, _ row: LessonTable.Row?) -> Entry {
    var entry = Entry("\(lesson.number) · \(row?.title ?? lesson.title)", Links.lesson(lesson.text.folder))
    entry.add(lesson.title, .title)
    entry.add(row.map { ($0.cells + [$0.verdict]).joined(separator: " ") } ?? "", .row)
    entry.add(aliases: lesson.text.aliases)
    entry.add(lesson.content.question, .row)
    let text = lesson.content.parts.flatMap { [$0.title] + $0.paragraphs }.joined(separator: " ")
    for trap in lesson.content.parts where trap.isTrap { entry.add(trap.title, .row) }
    entry.add(text, .prose)
    for name in text.matches(of: /`([^`]+)`/) { entry.add(String(name.output.1), .code) }
    var counts: [String: Int] = [:]
    for version in Lesson.Version.apis {
      for line in lesson.plain(version).lines {
        for token in SwiftTokens.of(line.text[...]) where token.kind == .word {
          counts[String(token.text), default: 0] += 1
        }
      }
    }
    for (name, count) in counts { entry.add(name, count >= frequent ? .frequentInCode : .code) }
    return entry
  }

  /// Returns the rows of a page's tables about lessons, such as needs, differences on Linux and crashes. Those without a
  /// name in the first column are numbered. A need leads to its lesson, and the others to their rows. The words that a row
  /// quotes in its first column are aliases.
  private static func rows(_ page: DecisionPage, _ links: Links) -> [Entry] {
    Markdown(page.text).blocks.flatMap { block -> [Entry] in
      guard case .table(let rows) = block, rows.first?.first?.isEmpty == false else { return [] }
      return rows.dropFirst().compactMap { row in
        let targets = row.joined(separator: " ").matches(of: /\]\((Lessons\/[^)]*)\)/)
        guard let target = targets.first, let address = links(String(target.output.1)) else { return nil }
        let (title, isNeed) = (DecisionPage.title(row), page.rows.weight == .title)
        var entry = Entry(
          title, isNeed ? address : "\(page.path)#\(DecisionPage.rowID(row) ?? "")", note: page.rows.name,
          weight: page.rows.weight, phrases: isNeed ? [""] : [])
        entry.add(row.joined(separator: " "), isNeed ? .row : .prose)
        let quotes = plainText(row[0]).matches(of: /“([^”]+)”/).map { String($0.output.1) }
        if !isNeed { entry.add(aliases: quotes) }
        return entry
      }
    }
  }

  /// Returns the sections of a page, without their tables, whose rows have their own entries.
  static func sections(_ text: String, page: String, note: String) -> [Entry] {
    var entries: [Entry] = []
    for block in Markdown(text).blocks {
      switch block {
      case .details(let summary, let blocks) where !entries.isEmpty:
        let texts = blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
        entries[entries.count - 1].add(([summary] + texts).joined(separator: " "), .prose)
      case .heading(let level, let heading) where level > 1:
        entries.append(Entry(plainText(heading), "\(page)#\(anchor(heading))", note: note))
      case .paragraph(let text) where !entries.isEmpty: entries[entries.count - 1].add(text, .prose)
      case .list(_, let items) where !entries.isEmpty:
        entries[entries.count - 1].add(items.joined(separator: " "), .prose)
      case .heading, .paragraph, .list, .table, .code, .details: break
      }
    }
    return entries
  }

  /// The entries that have each word: a letter for the weight, then two base-36 digits for each entry.
  private var postings: [(word: String, entries: String)] {
    var places: [String: [Weight: [Int]]] = [:]
    for (place, entry) in entries.enumerated() {
      for (word, weight) in entry.words { places[word, default: [:]][weight, default: []].append(place) }
    }
    return places.compactMap { word, weights in
      var weights = weights
      if weights[.prose, default: []].count > Self.mostInProse { weights[.prose] = nil }
      let text = weights.sorted { $0.key > $1.key }.map { weight, places in
        String(weight.rawValue)
          + places.map { ($0 < 36 ? "0" : "") + String($0, radix: 36) }.joined()
      }.joined()
      return text.isEmpty ? nil : (word, text)
    }.sorted { $0.word < $1.word }
  }

  /// Returns the script of the search box, with the index embedded because a page opened from a file can't load one.
  func script(_ box: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    return """
      const entries = \(try json(entries.map { [$0.title, $0.address, $0.note, $0.phrases.isEmpty ? nil : $0.phrases.joined(separator: "; ")] }));
      const postings = "\(postings.map { "\($0.word) \($0.entries)" }.joined(separator: " "))";
      const common = \(try json(SearchWords.common.sorted()));
      const endings = \(try json(SearchWords.endings)), least = \(SearchWords.least);
      const synonyms = \(try json(SearchWords.synonyms));
      \(box)
      """
  }
}

/// Returns Markdown's inline text without its marks, its evidence and the targets of its links.
func plainText(_ text: String) -> String {
  text.replacing(/<sup>.*?<\/sup>/, with: "").replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }.replacing(
    "*", with: ""
  ).replacing("`", with: "")
}

extension LessonText.Part {
  var isTrap: Bool { title.hasPrefix("The trap of") }
}
