import Foundation
import Lessons

/// The index of the search box: entries that lead to a page, and for each word the entries that have it.
struct SearchIndex {
  /// The importance of a word for an entry, in ascending order. In the script, each weight is represented by a
  /// letter.
  enum Weight: Character, Comparable {
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

  private(set) var entries: [Entry]

  /// The number of times that a word occurs in the code of a lesson that is about it.
  private static let frequent = 5
  /// The maximum number of entries that may have a word only in their prose. A more frequent word doesn't help anyone
  /// find a lesson.
  private static let mostInProse = 12

  /// - Parameter aliases: The table of `Comparison/aliases.tsv`: the titles of rows, and phrases that people type to find
  ///   them. Those of lessons are in their table.
  init(
    lessons: [PlayedLesson], texts: [TextPage], glossary: Glossary, comparisons: [ComparisonPage],
    aliases: String
  ) {
    let texts = texts.filter { $0.rows != nil }
    entries = lessons.map(Self.entry)
    for (term, folders) in glossary.lessonsOfTerms {
      let addresses = folders.map(Links.lesson)
      for place in entries.indices where addresses.contains(entries[place].address) {
        entries[place].add(term, .row)
      }
    }
    entries += texts.flatMap(Self.rows) + texts.map { Entry($0.title, $0.path) }
    entries += texts.flatMap(Self.sections) + glossary.entries
    entries += comparisons.map {
      Entry($0.title, Links.comparison($0.workload), note: "comparison", prose: $0.recorded.verdict)
    }
    for row in table(aliases).dropFirst() {
      for place in entries.indices where entries[place].title == row.first {
        entries[place].add(aliases: row.dropFirst().flatMap { $0.components(separatedBy: "; ") })
      }
    }
  }

  private static func entry(_ played: PlayedLesson) -> Entry {
    let (lesson, row) = (played.lesson, played.row)
    var entry = Entry("\(lesson.number) · \(row.title)", Links.lesson(lesson.folder))
    entry.add(lesson.title, .title)
    entry.add((row.cells + [row.verdict]).joined(separator: " "), .row)
    entry.add(aliases: lesson.aliases)
    entry.add(lesson.content.question, .row)
    let text = lesson.content.parts.flatMap { [$0.title] + $0.paragraphs }.joined(separator: " ")
    for trap in lesson.content.parts where trap.isTrap { entry.add(trap.title, .row) }
    entry.add(text, .prose)
    for name in text.matches(of: /`([^`]+)`/) { entry.add(String(name.output.1), .code) }
    let tokens = Lesson.Version.apis.flatMap { lesson.plain($0).lines }
      .flatMap { SwiftTokens.of($0.text[...]) }
    for (name, uses) in Dictionary(grouping: tokens.filter { $0.kind == .word }, by: \.text) {
      entry.add(String(name), uses.count >= frequent ? .frequentInCode : .code)
    }
    return entry
  }

  /// Returns the rows of a page's tables about lessons, such as needs, differences on Linux and crashes. Those without a
  /// name in the first column are numbered. A need leads to its lesson, and the others to their rows. The words that a row
  /// quotes in its first column are aliases.
  private static func rows(_ page: TextPage) -> [Entry] {
    guard let rows = page.rows else { return [] }
    return Markdown(page.text).tables.filter { $0.first?.first?.isEmpty == false }.flatMap { table in
      table.dropFirst().compactMap { row -> Entry? in
        let lesson = row.joined(separator: " ").firstMatch(of: /\]\((Lessons\/[^)]*)\)/)?.output.1
        guard let lesson, let address = Links(repository: nil)(String(lesson)) else { return nil }
        let (title, isNeed) = (TextPage.title(row), rows.weight == .title)
        var entry = Entry(
          title, isNeed ? address : "\(page.path)#\(page.rowID(row) ?? "")", note: rows.name,
          weight: rows.weight, phrases: isNeed ? [""] : [])
        entry.add(row.joined(separator: " "), isNeed ? .row : .prose)
        let quotes = plainText(row[0]).matches(of: /“([^”]+)”/).map { String($0.output.1) }
        if !isNeed { entry.add(aliases: quotes) }
        return entry
      }
    }
  }

  /// Returns the sections of a page, without their tables, whose rows have their own entries.
  private static func sections(_ page: TextPage) -> [Entry] {
    Markdown(page.text).blocks.reduce(into: []) { entries, block in
      if case .heading(let level, let heading) = block, level > 1 {
        entries.append(Entry(plainText(heading), "\(page.path)#\(anchor(heading))", note: "the decision"))
      } else if !entries.isEmpty {
        entries[entries.count - 1].add(block.prose, .prose)
      }
    }
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
        String(weight.rawValue) + places.map { ($0 < 36 ? "0" : "") + String($0, radix: 36) }.joined()
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
