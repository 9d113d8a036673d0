import Foundation

/// The bytes of another source as a parser wants them: what is packed by gzip or zstd is unpacked, and text in UTF-16 is
/// turned into UTF-8. The first bytes show what it is; names and content types are ignored.
///
/// XML in UTF-16 is left as it is, since it says itself what it is written in, and libexpat reads it.
package final class PlainSource: ByteSource, @unchecked Sendable {
  // Safe: `reader` is used by the one thread that reads, and `source` may be used from any.
  private let source: any ByteSource
  private var reader: (any ByteReader)?

  package init(_ source: any ByteSource) { self.source = source }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    if let reader { return try reader.read(into: buffer) }
    let reader = try makeReader()
    self.reader = reader
    return try reader.read(into: buffer)
  }

  package func whenReady(_ ready: @escaping @Sendable () -> Void) { source.whenReady(ready) }
  package func cancel() { source.cancel() }
  package var isCancelled: Bool { source.isCancelled }
  package var base: URL? { source.base }
  package var isLocalFile: Bool { source.isLocalFile }

  private func makeReader() throws(ListError.Reason) -> any ByteReader {
    var reader = LookedAhead(SourceReader(source: source))
    let start = try reader.start(16)
    if start.starts(with: [0x1F, 0x8B]) {
      reader = LookedAhead(ConvertingReader(reader, by: try Gunzip()))
    } else if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      reader = LookedAhead(ConvertingReader(reader, by: try Unzstd()))
    }
    let text = try reader.start(16)
    let isXML = text.first { ![0, 0xFE, 0xFF].contains($0) } == UInt8(ascii: "<")
    switch ListFormat.encoding(of: text) {
    case "UTF-16" where !isXML: return ConvertingReader(reader, by: UTF16Text(isBigEndian: text[0] == 0xFE))
    case "UTF-16BE" where !isXML: return ConvertingReader(reader, by: UTF16Text(isBigEndian: true))
    case "UTF-16LE" where !isXML: return ConvertingReader(reader, by: UTF16Text(isBigEndian: false))
    default: return reader
    }
  }
}

/// What is read one time after the other, by one thread.
protocol ByteReader: AnyObject {
  /// As `ByteSource` does.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int
}

private final class SourceReader: ByteReader {
  private let source: any ByteSource
  init(source: any ByteSource) { self.source = source }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    try source.read(into: buffer)
  }
}

/// Gives what was looked at again.
private final class LookedAhead: ByteReader {
  private let reader: any ByteReader
  private var ahead: [UInt8] = []
  private var isAtEnd = false

  init(_ reader: any ByteReader) { self.reader = reader }

  /// The first bytes: so many, or as many as there are, or a whole line.
  func start(_ count: Int) throws(ListError.Reason) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while ahead.count < count, !ahead.contains(UInt8(ascii: "\n")), !isAtEnd {
      var failure: ListError.Reason?
      let read = buffer.withUnsafeMutableBytes { bytes -> Int in
        do throws(ListError.Reason) { return try reader.read(into: bytes) } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      ahead += buffer[..<read]
      isAtEnd = read == 0
    }
    // No further than the line's end, so that it does not depend on how many bytes come at a time.
    let end = ahead.firstIndex(of: UInt8(ascii: "\n")) ?? ahead.count - 1
    return Array(ahead.prefix(min(count, end + 1)))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    if ahead.isEmpty { return isAtEnd ? 0 : try reader.read(into: buffer) }
    let count = min(buffer.count, ahead.count)
    buffer.copyBytes(from: ahead.prefix(count))
    ahead.removeFirst(count)
    return count
  }
}
