import Foundation
import Transport

@testable import PhotoLists

/// A source that delivers bytes in pieces of at most `step`.
final class PieceSource: ByteSource, @unchecked Sendable {  // used by one test, one call at a time
  private var bytes: ArraySlice<UInt8>
  private let more: AnyIterator<String>
  private let step: Int
  let base: RequestURL?
  /// The number of bytes delivered so far.
  private(set) var given = 0

  /// - Parameter more: The text after the bytes. It is generated as it is read, so that only the reader could hold
  ///   much of it in memory.
  init(
    _ bytes: some Sequence<UInt8>, then more: some Sequence<String> = [], step: Int = .max,
    base: RequestURL? = nil
  ) {
    self.bytes = ArraySlice(bytes)
    self.more = AnyIterator(more.makeIterator())
    self.step = step
    self.base = base
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    let room = min(buffer.count, step)
    var count = 0
    while count < room {
      if bytes.isEmpty {
        guard let next = more.next() else { break }
        bytes = ArraySlice(next.utf8)
      }
      let piece = bytes.prefix(room - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: piece)
      bytes = bytes.dropFirst(piece.count)
      count += piece.count
    }
    given += count
    return count
  }

  func cancel() {}
}

/// The result of reading a list to its end.
struct Outcome: Equatable {
  var entries: [PhotoEntry] = []
  var reason: ListError.Reason?

  var isBroken: Bool { if case .broken = reason { true } else { false } }
  var names: [String] { entries.map(\.name) }
  /// The URLs, or nil for those that aren't usable.
  var urls: [String?] { entries.map(\.link) }
}

extension PhotoEntry {
  /// The URL if it is usable.
  var link: String? { flaw == nil ? url : nil }
}

/// Returns a reader of these bytes, as if they were those of `source`.
func reader(
  of bytes: some Sequence<UInt8>, as source: ListSource = .standardInput, step: Int = .max,
  base: RequestURL? = nil
) -> PhotoListReader {
  let bytes = Array(bytes)
  return PhotoListReader(source) { () throws(ListError.Reason) in PieceSource(bytes, step: step, base: base) }
}

func outcome(of bytes: [UInt8], step: Int = .max, atMost count: Int = 7) -> Outcome {
  outcome(of: reader(of: bytes, step: step), atMost: count)
}

func outcome(of text: String, step: Int = .max) -> Outcome { outcome(of: Array(text.utf8), step: step) }

func outcome(of reader: PhotoListReader, atMost count: Int = 7) -> Outcome {
  var outcome = Outcome()
  do throws(ListError) {
    while true {
      let entries = try reader.next(atMost: count)
      if entries.isEmpty { return outcome }
      outcome.entries += entries
    }
  } catch {
    outcome.reason = error.reason
  }
  return outcome
}

/// A numbered list of entries, each with its own URL. In some formats, the last entry is different because no comma
/// comes after it.
struct NumberedList: Sendable {
  let start: String
  private let template: String
  let end: String

  func entry(_ number: Int) -> String { template.replacingOccurrences(of: "#", with: "\(number)") }
  static func link(_ number: Int) -> String { "http://a/\(number)" }

  static let all = [
    NumberedList(start: "", template: "http://a/#\r\n", end: ""),
    NumberedList(start: "", template: "{\"name\":\"#\",\"url\":\"http://a/#\"}\r\n", end: ""),
    NumberedList(start: "[", template: "{\"name\":\"#\",\"url\":\"http://a/#\"},\n", end: "5]"),
    NumberedList(start: "{", template: "\"#\":\"http://a/#\",\n", end: "\"5\":5}"),
    NumberedList(
      start: "<plist><dict>", template: "<key>#</key><string>http://a/#</string>\n", end: "</dict></plist>"),
  ]
}

/// Lists in all formats, including values that can be written in several ways.
func listsOfAllFormats() throws -> [[UInt8]] {
  let texts = [
    #" {"a\"\\\u00e9\ud83d\ude00b":"http://a.example/\u00e9", "n": [-1.5e+3, {"x":null}], "é😀":"http://b/" } "#,
    #"[{"name":"a","url":"http://a/"},"http://b/é"]"#,
    "{\"name\":\"a\",\"url\":\"http://a/\"}\r\n{\"nam\n{\"url\":\"http://b/x\"}\n",
    "# c\r\n\r\nhttp://a/é.png\r\nb/c.png\n",
    """
    <?xml version='1.0'?><!DOCTYPE plist SYSTEM 'a>]'>\
    <plist><array><string>http://a/<![CDATA[]]]]></string></array></plist>
    """,
  ]
  let wide =
    "\u{FEFF}<?xml version='1.0'?><plist><array><dict><key>url</key><string>http://a/</string></dict></array></plist>"
  return texts.map { Array($0.utf8) } + [wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }] + [
    try propertyList(["a&é": "http://a/<>", "b": 5, "c": ["d": Data([1, 2])]] as [String: Any], .xml)
  ]
}

func propertyList(_ content: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
  Array(try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))
}
