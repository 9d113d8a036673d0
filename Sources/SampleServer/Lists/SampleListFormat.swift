import Foundation

/// The formats of the sample list, with their paths.
enum SampleListFormat: String, CaseIterable {
  /// An XML property list: a dictionary from names to URLs.
  case plist = "/photos.plist"
  /// A JSON object from names to URLs.
  case json = "/photos.json"
  /// A JSON array of `{"name", "url"}`.
  case jsonArray = "/photos-array.json"
  /// JSON Lines, with one `{"name", "url"}` per line.
  case jsonLines = "/photos.jsonl"
  /// Plain text, with one URL per line.
  case text = "/photos.txt"

  var type: String {
    switch self {
    case .plist: "application/x-plist"
    case .json, .jsonArray: "application/json"
    case .jsonLines: "application/x-ndjson"
    case .text: "text/plain; charset=utf-8"
    }
  }

  /// The text before the entries, between two entries, and after them.
  var frame: (opening: String, separator: String, closing: String) {
    switch self {
    case .plist: (Self.plistOpening, "", "</dict>\n</plist>\n")
    case .json: ("{\n", ",\n", "\n}\n")
    case .jsonArray: ("[\n", ",\n", "\n]\n")
    case .jsonLines, .text: ("", "", "")
    }
  }

  /// Returns an entry for a name and URL that have already been escaped. A line of plain text has no name.
  func entry(_ name: String, _ url: String) -> String {
    switch self {
    case .plist: "  <key>\(name)</key>\n  <string>\(url)</string>\n"
    case .json: "  \"\(name)\": \"\(url)\""
    case .jsonArray: "  {\"name\": \"\(name)\", \"url\": \"\(url)\"}"
    case .jsonLines: "{\"name\": \"\(name)\", \"url\": \"\(url)\"}\n"
    case .text: url + "\n"
    }
  }

  private static let plistOpening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>

    """

  func escaped(_ text: String) -> String {
    switch self {
    case .plist: xmlEscaped(text)
    case .json, .jsonArray, .jsonLines: jsonEscaped(text)
    case .text: text
    }
  }
}

/// Escapes a text for use between XML tags or in an attribute.
func xmlEscaped(_ text: String) -> String {
  // Code points are replaced rather than characters, because a sign with a combining mark is a different
  // character.
  [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) { text, escape in
    text.replacingOccurrences(of: escape.0, with: escape.1, options: .literal)
  }
}

/// Escapes a text for use between the quotes of a JSON string.
func jsonEscaped(_ text: String) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  let quoted = (try? encoder.encode(text)) ?? Data()
  return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
}
