import Base
import Foundation
import Transport

/// Reads a list of photos in batches, as fast as the caller asks for them.
///
/// The format is detected from the content: an XML property list, a JSON object or array, JSON Lines, CSV or TSV, or
/// plain text. Entries are returned in the list's order.
///
/// Memory use doesn't grow with the list. It consists of a 64 KiB window over the bytes, the text of one entry, and
/// about 1 MiB of unread data for a download. Beyond that, the server is slowed down.
///
/// All methods can be called on any thread. Calls are serialised, except that ``cancel()`` never blocks.
public final class PhotoListReader: @unchecked Sendable {
  // Sendable: `reading` protects everything that `next` uses, and `glance` protects the rest.
  private let source: ListSource
  private let urlColumn: String?
  private let limit: Int
  private let reading = Lock()
  private let glance = Lock()

  private let open: () throws(ListError.Reason) -> any ByteSource
  private var stream: ByteStream?
  private var parser: (any EntryParser)?
  private var resolver = LinkResolver(base: nil, allowsFile: false)
  /// The entries that were read in advance to check that this is a list of photos.
  private var ahead: [RawEntry] = []
  private var hasRead = false
  private var given = 0
  private var end: Result<Void, ListError.Reason>?

  private var bytes: (any ByteSource)?
  private var isCancelled = false
  private var partsPassedOver: [String] = []

  /// The number of entries without a photo after which the input is rejected.
  private static let maxEntriesWithoutPhoto = 64

  /// - Parameters:
  ///   - source: The source of the list, which isn't opened before the first call of ``next(atMost:)``.
  ///   - transport: Downloads the list if it is a URL.
  ///   - onWait: Called on the transport's thread when the download begins to wait, and with nil when the wait has
  ///     ended.
  public convenience init(
    _ source: ListSource, transport: Transport, onWait: (@Sendable (TransferWait?) -> Void)? = nil
  ) {
    self.init(source) { () throws(ListError.Reason) in try source.open(transport, onWait: onWait) }
  }

  init(_ source: ListSource, open: @escaping () throws(ListError.Reason) -> any ByteSource) {
    if case .reading(let source, let urlColumn, let limit) = source {
      (self.source, self.urlColumn, self.limit) = (source, urlColumn, limit ?? .max)
    } else {
      (self.source, urlColumn, limit) = (source, nil, .max)
    }
    self.open = open
  }

  /// Returns at least one and at most `count` further entries, or none at the end of the list. Returns fewer than
  /// `count` if the others haven't arrived yet.
  ///
  /// Blocks until there is an entry. A problem with a single entry is reported as its `flaw`. An error concerns the
  /// list as a whole. It is thrown after the valid entries before it have been returned, and again by later calls.
  public func next(atMost count: Int) throws(ListError) -> [PhotoEntry] {
    guard count > 0 else { return [] }
    do throws(ListError.Reason) {
      return try reading.withLock { () throws(ListError.Reason) in try read(count) }
    } catch {
      throw ListError(source: source, reason: error)
    }
  }

  /// The names of parts of the list that may have been meant as photos but weren't read as such. They are complete at
  /// the end of the list, and can be read on any thread.
  public var passedOver: [String] { glance.withLock { partsPassedOver } }

  /// Whether the list comes from a server, which may be slow to answer.
  public var comesFromServer: Bool { !source.mayNameFiles }

  /// Opens the list and calls `ready` once, as soon as ``next(atMost:)`` wouldn't have to wait for a server to
  /// answer.
  ///
  /// The call is made immediately, or later on another thread, which `ready` must not block. Problems with the list
  /// are thrown by `next`.
  public func whenReady(_ ready: @escaping @Sendable () -> Void) {
    do throws(ListError.Reason) {
      try reading.withLock { () throws(ListError.Reason) in try opened() }.whenReady(ready)
    } catch {
      ready()
    }
  }

  /// Aborts a download, and makes the current call of ``next(atMost:)`` and all later ones throw
  /// ``ListError/Reason-swift.enum/cancelled``. It can be called on any thread.
  public func cancel() {
    let bytes = glance.withLock {
      isCancelled = true
      return self.bytes
    }
    bytes?.cancel()
  }

  // MARK: Under the `reading` lock

  private func read(_ count: Int) throws(ListError.Reason) -> [PhotoEntry] {
    if glance.withLock({ isCancelled }) { throw .cancelled }
    if let end { return try end.map { [] }.get() }
    var entries: [PhotoEntry] = []
    do throws(ListError.Reason) {
      if parser == nil { try begin() }
      while entries.count < count, entries.isEmpty || isNextAtHand {
        guard given < limit, let entry = try nextEntry() else {
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

  /// Opens the list, detects its format, and reads ahead until it is known to be a list of photos.
  private func begin() throws(ListError.Reason) {
    let bytes = try opened()
    let stream = try ByteStream.plain(bytes)
    self.stream = stream
    var parser: any EntryParser =
      switch source {
      case .search(let search): SearchReplyParser(stream, search.service)
      default: try ListFormat.parser(for: stream, urlColumn: urlColumn, files: files(bytes))
      }
    if source != .standardInput {
      resolver = LinkResolver(base: bytes.base, allowsFile: source.mayNameFiles)
    } else if parser is TextListParser {
      // These are paths, for example from ls or find. Lists in other formats may come from strangers, so they can
      // only contain URLs.
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

  /// Returns the files that lines of text may refer to.
  private func files(_ bytes: any ByteSource) -> LocalFiles? {
    switch source {
    case .standardInput: .working
    case .file: LocalFiles(beside: bytes.base)
    case .url, .search, .photos, .reading: nil
    }
  }

  private func release() {
    let passedOver = parser?.passedOver ?? []
    glance.withLock { partsPassedOver = passedOver }
    stream = nil
    parser = nil
    glance.withLock { bytes = nil }
  }
}
