import Base
import Foundation

/// Turns the entries of a list into photos: checks URLs, makes them absolute, and names the entries without a name.
package struct LinkResolver {
  /// What relative URLs are relative to.
  let base: URL?
  /// Whether the list may name files.
  let allowsFile: Bool

  package init(base: URL?, allowsFile: Bool) {
    self.base = base
    self.allowsFile = allowsFile
  }

  /// - Parameter number: The entry's place in the list, from 1; it names an entry with neither name nor URL.
  package func entry(_ raw: RawEntry, number: Int) -> PhotoEntry {
    let (link, url) = link(raw.url)
    let isBad = if case .bad = link { true } else { false }
    return PhotoEntry(
      name: raw.name.words.flatMap(Self.name) ?? url.flatMap(Self.name) ?? raw.url.words.flatMap(Self.name)
        ?? "entry \(number)",
      link: link, written: isBad ? raw.url.words ?? "" : "")
  }

  // MARK: Links

  private func link(_ field: Field) -> (PhotoEntry.Link, URL?) {
    switch field {
    case .missing: (.bad("it has no URL"), nil)
    case .text(let text), .notUTF8(let text): link(Printable.trimmed(text))
    case .tooLong: (.bad("its URL is longer than \(Field.longest) bytes"), nil)
    case .other(let kind): (.bad("its URL is \(kind), not text"), nil)
    case .broken(let why): (.bad(why), nil)
    }
  }

  private func link(_ text: String) -> (PhotoEntry.Link, URL?) {
    func bad(_ flaw: String) -> PhotoEntry.Link { .bad("'\(Printable.text(text, limit: 120))' \(flaw)") }
    if text.isEmpty { return (.bad("its URL is empty"), nil) }
    if Printable.hasControls(text) { return (bad("is not a URL: it contains control characters"), nil) }
    if let file = file(text) { return (.url(file.absoluteString), file) }
    guard let url = URL(string: text, relativeTo: base)?.absoluteURL else {
      return (bad("is not a URL"), nil)
    }
    if let flaw = flaw(of: url) { return (bad(flaw), url) }
    return (.url(url.absoluteString), url)
  }

  /// The file at a path that would be cut short as a URL, as in `Photo #7.jpg`, if it exists.
  private func file(_ text: String) -> URL? {
    guard allowsFile, let base, base.isFileURL, text.utf8.contains(where: Self.cuts), !text.contains("://")
    else { return nil }
    let file = URL(fileURLWithPath: text, relativeTo: base).absoluteURL
    return access(file.path, F_OK) == 0 ? file : nil
  }

  private static func cuts(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "%")
  }

  /// Why a URL cannot be fetched.
  private func flaw(of url: URL) -> String? {
    switch url.scheme?.lowercased() {
    case "http", "https":
      if url.host?.isEmpty != false { return "is not a URL: it names no host" }
      if let port = url.port, !(0...65535).contains(port) { return "is not a URL: \(port) is not a port" }
      return nil
    case "file":
      if !allowsFile {
        return "is a file, and only a list that is itself a file on this machine may name files"
      }
      let host = url.host ?? ""
      return host.isEmpty || host == "localhost" ? nil : "is a file on another machine"
    case let scheme?:
      return "has the unsupported URL scheme '\(scheme)'"
    case nil:
      return "is a relative URL, and this list has no address of its own: use absolute URLs"
    }
  }

  // MARK: Names

  private static func name(_ text: String) -> String? {
    // Cut first: the rest costs time for each character.
    let cut = text.utf8.count > 500 ? String(text.prefix(500)) : text
    let name = Printable.withoutControls(Printable.trimmed(cut))
    return name.isEmpty ? nil : name
  }

  /// The last part of a URL's path, decoded, or else its host.
  private static func name(_ url: URL) -> String? {
    let last = url.lastPathComponent
    return name(last == "/" ? "" : last) ?? url.host.flatMap(name)
  }
}
