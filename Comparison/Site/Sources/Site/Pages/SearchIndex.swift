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
    fileprivate var words: [String: Weight] = [:]

    init(
      _ title: String, _ address: String, note: String = "", weight: Weight = .title, prose: String = ""
    ) {
      (self.title, self.address, self.note) = (title, address, note)
      add(title, weight)
      add(prose, .prose)
    }

    fileprivate mutating func add(_ text: String, _ weight: Weight) {
      for word in SearchIndex.words(text) { words[word] = max(words[word] ?? weight, weight) }
    }
  }

  let entries: [Entry]

  /// The number of times that a word occurs in the code of a lesson that is about it.
  private static let frequent = 5
  /// The maximum number of entries that may have a word only in their prose. A more frequent word doesn't help anyone
  /// find a lesson.
  private static let mostInProse = 12

  init(
    lessons: [Lesson], table: LessonTable, texts: [DecisionPage], glossary: Glossary,
    comparisons: [ComparisonPage]
  ) {
    let links = Links(repository: nil, depth: 0, folder: "Comparison")
    var lessons = lessons.map { Self.entry($0, table[$0.text.folder]) }
    for (term, folders) in glossary.lessonsOfTerms {
      let addresses = folders.map(Links.lesson)
      for place in lessons.indices where addresses.contains(lessons[place].address) {
        lessons[place].add(term, .row)
      }
    }
    entries =
      lessons + texts.flatMap { Self.rows($0, links) }
      + texts.map { Entry($0.title, $0.path) }
      + texts.flatMap { Self.sections($0.text, page: $0.path, note: "the decision") }
      + glossary.entries
      + comparisons.map {
        Entry($0.title, Links.comparison($0.workload), note: "comparison", prose: $0.verdict)
      }
  }

  private static func entry(_ lesson: Lesson, _ row: LessonTable.Row?) -> Entry {
    var entry = Entry("\(lesson.number) · \(row?.title ?? lesson.title)", Links.lesson(lesson.text.folder))
    entry.add(lesson.title, .title)
    entry.add(row.map { ($0.cells + [$0.verdict, $0.aliases]).joined(separator: " ") } ?? "", .row)
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

  /// Returns the rows of a page's tables that lead to a lesson, such as needs, differences on Linux and crashes. Those
  /// without a name in the first column are numbered.
  private static func rows(_ page: DecisionPage, _ links: Links) -> [Entry] {
    Markdown(page.text).blocks.flatMap { block -> [Entry] in
      guard case .table(let rows) = block, rows.first?.first?.isEmpty == false else { return [] }
      return rows.dropFirst().compactMap { row in
        let targets = row.joined(separator: " ").matches(of: /\]\((Lessons\/[^)]*)\)/)
        guard let target = targets.first, let address = links(String(target.output.1)) else { return nil }
        let title = plainText(row[0]).split { ":;".contains($0) }.first.map(String.init) ?? ""
        var entry = Entry(title, address, note: page.rows.name, weight: page.rows.weight)
        entry.add(row.joined(separator: " "), page.rows.weight == .title ? .row : .prose)
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

  /// Returns the words of a text in lower case, without the targets of links.
  fileprivate static func words(_ text: String) -> Set<String> {
    let words = text.replacing(/\]\([^)]*\)|<\/?sup>/, with: " ").lowercased()
      .split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return Set(words.lazy.map(String.init).filter { $0.count > 1 }).subtracting(common)
  }

  /// Words that occur in every English question. They are neither indexed nor reported as missing.
  private static let common: Set<String> = [
    "all", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from", "how", "if",
    "in", "is", "it", "its", "me", "my", "not", "of", "on", "one", "or", "so", "that", "the", "there", "they",
    "this", "to", "what", "when", "where", "which", "who", "with", "you", "your",
  ]

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
    encoder.outputFormatting = [.withoutEscapingSlashes]
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    return """
      const entries = \(try json(entries.map { [$0.title, $0.address, $0.note] }));
      const postings = "\(postings.map { "\($0.word) \($0.entries)" }.joined(separator: " "))";
      const common = \(try json(Self.common.sorted()));
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
