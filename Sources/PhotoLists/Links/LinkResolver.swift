import Base
import Transport

/// Turns the entries of a list into photos: checks URLs, makes them absolute, and names entries that have no name.
package struct LinkResolver {
  /// The base for relative URLs.
  let base: RequestURL?
  /// Whether the list may refer to local files.
  let allowsFile: Bool
  private let files: LocalFiles?

  package init(base: RequestURL?, allowsFile: Bool) {
    self.base = base
    self.allowsFile = allowsFile
    files = allowsFile ? LocalFiles(beside: base) : nil
  }

  /// - Parameter number: The entry's position in the list, starting at 1. It is used to name entries that have
  ///   neither a name nor a URL.
  package func entry(_ raw: RawEntry, number: Int) -> PhotoEntry {
    let (url, flaw) = link(raw.url)
    let written = raw.url.words
    // If the URL can't be fetched, part of a password may have been mistaken for its host or path.
    let shown =
      flaw == nil ? url : written.map { RequestURL(URLPassword.removed(from: $0), relativeTo: base) }
    return PhotoEntry(
      name: raw.name.words.flatMap(Self.name) ?? shown.flatMap(Self.name) ?? written.map(
        URLPassword.removed
      ).flatMap(Self.name)
        ?? "entry \(number)",
      url: (flaw == nil ? url?.text : written) ?? "", flaw: flaw)
  }

  // MARK: Links

  /// - Returns: The URL, and if it can't be fetched, the reason.
  private func link(_ field: Field) -> (RequestURL?, flaw: String?) {
    switch field {
    case .missing: (nil, "it has no URL")
    case .text(let text): file(text.utf8).map { ($0, nil) } ?? link(Printable.trimmed(text))
    case .notUTF8(let text, let bytes): file(bytes).map { ($0, nil) } ?? link(Printable.trimmed(text))
    case .tooLong: (nil, "its URL is longer than \(Field.longest) bytes")
    case .other(let kind): (nil, "its URL is \(kind), not text")
    case .broken(let why): (nil, why)
    }
  }

  private func link(_ text: String) -> (RequestURL?, flaw: String?) {
    func bad(_ flaw: String) -> String {
      // A second URL isn't shown, because only the first one's password is removed.
      let shown = Self.urls(in: text).dropFirst().first.map { String(text[..<$0]) + "…" } ?? text
      return "'\(Printable.text(URLPassword.removed(from: shown), limit: 120))' \(flaw)"
    }
    if text.isEmpty { return (nil, "its URL is empty") }
    if let flaw = Self.flaw(aroundURLIn: text) { return (nil, bad(flaw)) }
    if text.hasPrefix("//"), base?.scheme.map({ $0 == "file" }) ?? true {
      return (nil, bad("has no scheme: write https: before it"))
    }
    let url = RequestURL(text, relativeTo: base)
    return (url, flaw(of: url).map(bad))
  }

  /// Returns the reason why a text with URLs in it isn't one, or nil if it may be. A URL in another one's path or query,
  /// as in `?url=http://…`, belongs to that one.
  private static func flaw(aroundURLIn text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    let starts = urls(in: text)
    if starts.count > 1 || lines.dropFirst().contains(where: { $0.contains("://") }) {
      return "contains several URLs, and each needs its own entry"
    }
    guard let start = starts.first, start > text.startIndex else { return nil }
    let before = text[..<start].unicodeScalars
    guard before.allSatisfy(isInvisible), let first = before.first else {
      return "contains a URL and other text: leave only the URL"
    }
    return
      "has an invisible character before its URL, U+\(String(first.value, radix: 16, uppercase: true)): remove it"
  }

  /// Returns where the URLs in a text begin.
  private static func urls(in text: String) -> [String.Index] {
    // A regular expression would be compiled for each entry.
    text.utf8.indices.filter { text.utf8[$0...].starts(with: "://".utf8) }.compactMap { end in
      let schemes = ["http", "https"].lazy.map { (name: $0, found: text[..<end].suffix($0.count)) }
      let start = schemes.first { $0.found.lowercased() == $0.name }?.found.startIndex
      return start.flatMap { text[..<$0].unicodeScalars.last.map(separates) ?? true ? $0 : nil }
    }
  }

  /// Returns whether a URL may begin after this scalar. Those that URLs themselves contain before another URL don't count.
  private static func separates(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || isInvisible(scalar)
      || "\"'`<>()[]{},;|“”‘’".unicodeScalars.contains(scalar)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Returns the file at a path if it exists. Files take precedence over URLs, because a file can have any name, such
  /// as `Photo #7.jpg` or `12:30.jpg`.
  private func file(_ path: some BidirectionalCollection<UInt8>) -> RequestURL? {
    // A text with a scheme is almost certainly a URL, so the disk isn't accessed.
    guard let files, path.firstRange(of: "://".utf8) == nil else { return nil }
    if let file = files.url(ofExisting: path) { return file }
    guard let start = path.firstIndex(where: { !$0.isBlank }),
      let end = path.lastIndex(where: { !$0.isBlank })
    else { return nil }
    let trimmed = path[start...end]
    return trimmed.count < path.count ? files.url(ofExisting: trimmed) : nil
  }

  /// Returns the reason why a URL can't be fetched, or nil if it can.
  private func flaw(of url: RequestURL) -> String? {
    switch url.scheme {
    case "http", "https":
      return url.flaw.map { "is \($0)" }
    case "file":
      if !allowsFile {
        return "is a file, and only a list that is itself a file on this machine may name files"
      }
      if url.filePath != nil { return nil }
      if url.path.contains("%00") { return "is not a path: it contains a null character" }
      return "is a file on another machine"
    case let scheme? where url.path.first?.isNumber == true:
      return "has no http:// before its host, or has the unsupported URL scheme '\(scheme)'"
    case let scheme?:
      return "has the unsupported URL scheme '\(scheme)'"
    case nil:
      return "is a relative URL, but this list has no address that it could be relative to: use absolute URLs"
    }
  }

  // MARK: Names

  private static func name(_ text: String) -> String? {
    // The text is cut before the next step, which takes time for each character. It is cut again afterwards, because
    // a line break of two control characters becomes two characters.
    let name = cut(Printable.withoutControls(Printable.trimmed(cut(text))))
    return name.isEmpty ? nil : name
  }

  private static func cut(_ name: String) -> String {
    name.utf8.count > longestName ? String(name.prefix(longestName)) : name
  }

  /// The maximum number of characters in a name.
  private static let longestName = 500

  /// Returns the decoded last component of a URL's path, or its host if there is none.
  private static func name(_ url: RequestURL) -> String? {
    Field(utf8: url.lastPathComponent).words.flatMap(name) ?? url.host.flatMap(name)
  }
}
