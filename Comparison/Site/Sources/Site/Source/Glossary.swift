/// The repository's glossary: its terms, the lessons' own types, and related APIs.
struct Glossary {
  let text: String

  /// Returns the rows of the table whose first column has this name.
  private func rows(_ column: String) -> [[String]] {
    Markdown(text).tables.filter { $0.first?.first == column }.flatMap { $0.dropFirst() }
  }

  /// Returns the id of a row of the glossary's tables.
  static func rowID(_ row: [String]) -> String? { row.first.map { "term-" + anchor($0) } }

  /// The terms, each with the folders of the lessons that its row links to.
  var lessonsOfTerms: [(term: String, folders: [String])] {
    rows("term").filter { $0.count == 3 }.map { row in
      (row[0], row[2].matches(of: /\]\(Lessons\/([^)]*)\)/).map { String($0.output.1) })
    }
  }

  /// The meanings of the lessons' own names, in plain text, by name. A row may explain several names in the
  /// same order.
  var helpers: [String: Helper] {
    rows("name").filter { $0.count == 2 }.reduce(into: [:]) { helpers, row in
      let names = row[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
      let meanings = plainText(row[1]).split(separator: "; ")
      for (place, name) in names.enumerated() {
        let meaning = meanings.count == names.count ? meanings[place] : plainText(row[1])[...]
        helpers[name] = Helper(
          meaning: meaning.prefix(1).uppercased() + meaning.dropFirst() + ".",
          address: "\(Links.glossary)#\(Self.rowID(row) ?? "")")
      }
    }
  }

  struct Helper: Equatable {
    let meaning: String
    /// The path from the root of the site, with the anchor of its row.
    let address: String
  }

  /// The entries of the search box: each row, and each paragraph that begins with a bold name.
  var entries: [SearchIndex.Entry] {
    let rows = (rows("term") + rows("name")).map { row in
      SearchIndex.Entry(
        plainText(row[0]), "\(Links.glossary)#\(Self.rowID(row) ?? "")", note: "glossary",
        prose: row.dropFirst().joined(separator: " "), phrases: [])
    }
    var section = ""
    let paragraphs = Markdown(text).blocks.compactMap { block -> SearchIndex.Entry? in
      if case .heading(_, let heading) = block { section = anchor(heading) }
      guard case .paragraph(let text) = block, let name = text.prefixMatch(of: /\*\*([^*]+?)\.?\*\*/) else {
        return nil
      }
      return SearchIndex.Entry(
        plainText(String(name.output.1)), "\(Links.glossary)#\(section)", note: "glossary", weight: .row,
        prose: text, phrases: [])
    }
    return rows + paragraphs
  }
}
