import Base
import Foundation
import Transport

/// Reads a list of photos, a few at a time, as fast as the caller asks for them.
///
/// The format is recognized by content: a property list (XML or binary), a JSON object or array,
/// JSON Lines, CSV or TSV, or plain text. Entries come in the list's order; a binary property list's dictionary has none, so its entries
/// come sorted by name.
///
/// Memory does not grow with the list: it takes a window of 64 KiB over its bytes, the text of one entry, and for a
/// download at most about 1 MiB that is not read yet (then the server is slowed down). Only a binary property list must be
/// read whole, as its table of contents is at its end: it takes its own size, and about 100 bytes for each name.
///
/// Any thread may call, one at a time (others wait); ``cancel()`` never waits.
public final class PhotoListReader: @unchecked Sendable {
  // Safe: `reading` guards everything that `next` touches, `glance` the rest.
  private let source: ListSource
  private let options: ReadingOptions
  private let reading = Lock()
  private let glance = Lock()

  private let open: () throws(ListError.Reason) -> any ByteSource
  private var stream: ByteStream?
  private var parser: (any EntryParser)?
  private var resolver = LinkResolver(base: nil, allowsFile: false)
  /// Entries that were read to check that this is a list of photos.
  private var ahead: [RawEntry] = []
  private var hasRead = false
  private var given = 0
  private var end: Result<Void, ListError.Reason>?

  private var bytes: (any ByteSource)?
  private var isCancelled = false

  /// After this many entries without a photo, the input is refused as something else.
  private static let maxEntriesWithoutPhoto = 64

  /// - Parameters:
  ///   - source: Where the list is. Nothing is opened before the first call of ``next(atMost:)``.
  ///   - transport: Downloads the list if it is a URL.
  public convenience init(_ source: ListSource, transport: Transport) {
    self.init(source) { () throws(ListError.Reason) in try source.open(transport) }
  }

  init(_ source: ListSource, open: @escaping () throws(ListError.Reason) -> any ByteSource) {
    if case .reading(let source, let options) = source {
      (self.source, self.options) = (source, options)
    } else {
      (self.source, options) = (source, ReadingOptions())
    }
    self.open = open
  }

  /// The next entries, at least one and at most `count`: fewer when the rest has yet to arrive. None at the
  /// end of the list.
  ///
  /// Blocks the thread until there is an entry. A problem with a single entry is reported as its `flaw`. An error
  /// concerns the whole list, is thrown after the entries before it were returned, and again by later calls.
  public func next(atMost count: Int) throws(ListError) -> [PhotoEntry] {
    guard count > 0 else { return [] }
    do throws(ListError.Reason) {
      return try reading.withLock { () throws(ListError.Reason) in try read(count) }
    } catch {
      throw ListError(source: source, reason: error)
    }
  }

  /// Whether the list comes from a server, which may take its time to answer.
  public var comesFromServer: Bool { !source.mayNameFiles }

  /// Opens the list, and calls `ready` once: when ``next(atMost:)`` would not wait for a server to answer. It is called at
  /// once, or later on another thread, which it must not hold up; problems with the list are thrown by `next`.
  public func whenReady(_ ready: @escaping @Sendable () -> Void) {
    do throws(ListError.Reason) {
      try reading.withLock { () throws(ListError.Reason) in try opened() }.whenReady(ready)
    } catch {
      ready()
    }
  }

  /// Makes a call of ``next(atMost:)`` that waits, and all later ones, throw
  /// ``ListError/Reason-swift.enum/cancelled``; a download is aborted. From any thread.
  public func cancel() {
    let bytes = glance.withLock {
      isCancelled = true
      return self.bytes
    }
    bytes?.cancel()
  }

  // MARK: Under the lock of reading

  private func read(_ count: Int) throws(ListError.Reason) -> [PhotoEntry] {
    if glance.withLock({ isCancelled }) { throw .cancelled }
    if let end { return try end.map { [] }.get() }
    var entries: [PhotoEntry] = []
    do throws(ListError.Reason) {
      if parser == nil { try begin() }
      while entries.count < count, entries.isEmpty || isNextAtHand {
        guard given < options.limit ?? .max, let entry = try nextEntry() else {
          end = .success(())
          break
        }
        given += 1
        entries.append(resolver.entry(entry, number: given))
      }
    } catch {
      end = .failure(error)
      if entries.isEmpty || error == .cancelled { throw error }
    }
    if end != nil { release() }
    return entries
  }

  private var isNextAtHand: Bool { !ahead.isEmpty || hasRead || parser?.isNextAtHand == true }

  private func nextEntry() throws(ListError.Reason) -> RawEntry? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    guard !hasRead, let entry = try parser?.next() else { return nil }
    stream?.entries += 1
    return entry
  }

  private func opened() throws(ListError.Reason) -> any ByteSource {
    if let bytes = glance.withLock({ self.bytes }) { return bytes }
    let bytes = try open()
    let wasCancelled = glance.withLock {
      self.bytes = bytes
      return isCancelled
    }
    if wasCancelled { throw .cancelled }
    return bytes
  }

  /// Opens the list, detects its format, and reads until it is known to be a list of photos.
  private func begin() throws(ListError.Reason) {
    let bytes = try opened()
    let stream = try ByteStream.plain(bytes)
    self.stream = stream
    var parser: any EntryParser =
      switch source {
      case .search(let search): SearchReplyParser(stream, search.service)
      default: try ListFormat.parser(for: stream, urlColumn: options.urlColumn, files: files(bytes))
      }
    if source != .standardInput {
      resolver = LinkResolver(base: bytes.base, allowsFile: source.mayNameFiles)
    } else if parser is TextListParser {
      // Paths, as from ls or find. Other formats may come from a stranger, and have URLs.
      resolver = LinkResolver(base: RequestURL(filePath: LocalFiles.absolute([])), allowsFile: true)
    }
    while ahead.count < Self.maxEntriesWithoutPhoto {
      guard let entry = try parser.next() else {
        hasRead = true
        break
      }
      stream.entries += 1
      ahead.append(entry)
      if parser.looksLikePhoto(entry) { break }
    }
    if let last = ahead.last, !parser.looksLikePhoto(last) { throw parser.refusal }
    self.parser = parser
  }

  /// The files that lines of text may name.
  private func files(_ bytes: any ByteSource) -> LocalFiles? {
    switch source {
    case .standardInput: .working
    case .file: LocalFiles(beside: bytes.base)
    case .url, .search, .photos, .reading: nil
    }
  }

  private func release() {
    stream = nil
    parser = nil
    glance.withLock { bytes = nil }
  }
}
