import Base
import Engine
import PhotoLists
import Transport

/// A file of a batch, with its position in the list, its URL and its progress.
public final class DownloadFile: @unchecked Sendable {
  // Sendable: `state` is accessed only on the engine's reporting queue.

  /// The position in the list, counted from 1.
  public let position: Int
  public let name: String
  /// The checked URL, or the text from the list if it isn't a valid URL.
  public let url: String
  /// The path that the complete file will have in the folder, without its extension.
  let place: String
  /// A hash of the file's URL, without the address of the program's own server.
  let address: UInt64
  /// Whether the position in the list, rather than the list's name, determines the file's name.
  let isNumbered: Bool
  /// The position in the file's record.
  var recorded: Int? { isNumbered ? position : nil }
  /// The key of the incomplete file's record.
  var key: UInt64 { isNumbered ? UInt64(position) : stableHash(place) }
  public internal(set) var state = State.new

  public enum State: Equatable, Sendable {
    /// The file hasn't been downloaded yet, or was cancelled. Another batch may resume a partial file.
    case new
    case downloading
    /// The file is complete and has this name in the folder. An earlier batch had already downloaded its first
    /// `resumedFrom` bytes.
    case saved(file: String, bytes: Int, resumedFrom: Int)
    /// The file with this name was already complete.
    case kept(String)
    /// The download failed permanently. The text is the reason.
    case failed(String)
  }

  /// Whether the server sent the file again without claiming that it has changed.
  let isSame = Locked(false)

  private let meter = Locked(Progress())
  private let lastRest = Locked<TransferRest?>(nil)

  /// The number of bytes downloaded so far.
  public struct Progress: Equatable, Sendable {
    public internal(set) var received = 0
    /// The file's size, or nil if it isn't known yet.
    public internal(set) var total: Int?

    /// The fraction received, from 0 to 1. It is 0 if the total isn't known.
    public var share: Double { total.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 0 } ?? 0 }
  }

  /// The progress, which can be read from any thread.
  public var progress: Progress { meter.value }

  /// The reason why the transfer is waiting although a slot is free, or nil if it isn't waiting. It can be
  /// read from any thread.
  public var rest: TransferRest? { lastRest.value }

  func note(_ rest: TransferRest?) { lastRest.withLock { $0 = rest } }

  func note(received: Int, total: Int?) {
    meter.withLock { $0 = Progress(received: received, total: total) }
  }

  /// - Parameter ownServer: See ``DownloadSettings/ownServer``.
  init(position: Int, entry: PhotoEntry, place: String, isNumbered: Bool = true, ownServer: String? = nil) {
    self.position = position
    self.place = place
    self.isNumbered = isNumbered
    name = entry.name
    url = entry.url
    let isOwn = ownServer.map { entry.url.hasPrefix($0 + "/") } ?? false
    address = stableHash(isOwn ? String(entry.url.dropFirst(ownServer?.count ?? 0)) : entry.url)
  }
}
