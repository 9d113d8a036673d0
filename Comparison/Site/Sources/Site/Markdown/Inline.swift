import Lessons

/// The inline Markdown of a line: code, links, pictures, strong and emphasised text, marks of evidence.
struct Inline {
  /// Returns the target of a link, or nil if only its text should be shown.
  let link: (String) -> String?

  func html(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let next = rest.first {
      if next == "`", let code = between(rest, "`") {
        result += "<code>\(escaped(String(code.inside)))</code>"
        rest = code.rest
      } else if rest.hasPrefix("!["), let picture = target(rest.dropFirst()) {
        result += image(String(picture.text), String(picture.address))
        rest = picture.rest
      } else if next == "[", let found = target(rest) {
        result += element(String(found.text), found.address.split(separator: "\"").map(String.init))
        rest = found.rest
      } else if rest.hasPrefix("**"), let strong = between(rest, "**") {
        result += "<strong>\(html(String(strong.inside)))</strong>"
        rest = strong.rest
      } else if next == "*", let emphasis = between(rest, "*") {
        result += "<em>\(html(String(emphasis.inside)))</em>"
        rest = emphasis.rest
      } else if let tag = ["<br>", "<sup>", "</sup>"].first(where: rest.hasPrefix) {
        result += tag
        rest = rest.dropFirst(tag.count)
      } else {
        result += escaped(String(rest.removeFirst()))
      }
    }
    return result
  }

  /// Returns a link. If its text is a mark of evidence, its title says how the statement is known.
  /// - Parameter target: The address, and the title if there is one.
  private func element(_ text: String, _ target: [String]) -> String {
    let address = (target.first ?? "").replacing(" ", with: "")
    var title = target.count > 1 ? target[1] : nil
    if let evidence = Evidence.allCases.first(where: { String($0.mark) == text }) {
      title = evidence.meaning + (title.map { ": \($0)" } ?? "")
    }
    let attribute = title.map { " title=\"\(escaped($0))\"" } ?? ""
    let words = html(text)
    return link(address).map { "<a href=\"\(escaped($0))\"\(attribute)>\(words)</a>" } ?? words
  }

  private func image(_ words: String, _ address: String) -> String {
    // The picture links to itself, because some pictures are too wide for a phone.
    link(address).map(escaped).map {
      "<a href=\"\($0)\"><img src=\"\($0)\" alt=\"\(escaped(words))\" loading=\"lazy\"></a>"
    }
      ?? escaped(words)
  }

  /// Splits the text after its leading mark and the next occurrence of that mark. Marks inside code are ignored.
  private func between(_ text: Substring, _ mark: String) -> (inside: Substring, rest: Substring)? {
    let start = text.index(text.startIndex, offsetBy: mark.count)
    guard start < text.endIndex, text[start] != " " else { return nil }
    var place = start
    var isCode = false
    while place < text.endIndex {
      if text[place...].hasPrefix(mark), !isCode, place > start {
        return (text[start..<place], text[text.index(place, offsetBy: mark.count)...])
      }
      if text[place] == "`", mark != "`" { isCode.toggle() }
      place = text.index(after: place)
    }
    return nil
  }

  /// Splits `[text](address)`. Brackets inside must be balanced.
  private func target(_ text: Substring) -> (text: Substring, address: Substring, rest: Substring)? {
    guard let words = bracketed(text, "[", "]"), words.rest.first == "(",
      let address = bracketed(words.rest, "(", ")")
    else { return nil }
    return (words.inside, address.inside, address.rest)
  }

  private func bracketed(
    _ text: Substring, _ open: Character, _ close: Character
  ) -> (inside: Substring, rest: Substring)? {
    var depth = 0
    var isCode = false
    for place in text.indices {
      if text[place] == "`" { isCode.toggle() }
      if isCode { continue }
      if text[place] == open { depth += 1 }
      if text[place] == close { depth -= 1 }
      if depth == 0 {
        return (text[text.index(after: text.startIndex)..<place], text[text.index(after: place)...])
      }
    }
    return nil
  }
}
