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
    let (url, flaw) = link(raw.url)
    let written = raw.url.words
    return PhotoEntry(
      name: raw.name.words.flatMap(Self.name) ?? url.flatMap(Self.name) ?? written.flatMap(Self.name)
        ?? "entry \(number)",
      url: (flaw == nil ? url?.absoluteString : written) ?? "", flaw: flaw)
  }

  // MARK: Links

  /// - Returns: the URL, also one that cannot be fetched, and why it cannot.
  private func link(_ field: Field) -> (URL?, flaw: String?) {
    switch field {
    case .missing: (nil, "it has no URL")
    case .text(let text), .notUTF8(let text): link(Printable.trimmed(text))
    case .tooLong: (nil, "its URL is longer than \(Field.longest) bytes")
    case .other(let kind): (nil, "its URL is \(kind), not text")
    case .broken(let why): (nil, why)
    }
  }

  private func link(_ text: String) -> (URL?, flaw: String?) {
    func bad(_ flaw: String) -> String { "'\(Printable.text(text, limit: 120))' \(flaw)" }
    if text.isEmpty { return (nil, "its URL is empty") }
    if Printable.hasControls(text) { return (nil, bad("is not a URL: it contains control characters")) }
    if let file = file(text) { return (file, nil) }
    guard let url = URL(string: text, relativeTo: base)?.absoluteURL else {
      return (nil, bad("is not a URL"))
    }
    return (url, flaw(of: url).map(bad))
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
