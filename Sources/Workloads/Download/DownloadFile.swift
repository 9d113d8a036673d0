import Base
import Engine
import PhotoLists
import Transport

/// One file of a batch: its position in the list, its URL, and how far it has come.
public final class DownloadFile: @unchecked Sendable {
  // Safe: `state` is touched on the engine's reporting queue only.

  /// In the list, from 1.
  public let position: Int
  public let name: String
  /// As written in the list if it is not a usable URL.
  public let url: String
  /// Its whole file's path in the folder, without extension.
  let place: String
  /// Identifies it to later batches: its URL, without the program's own server.
  let identity: String
  public internal(set) var state = State.new

  public enum State: Equatable, Sendable {
    /// Not downloaded yet, or cancelled. Another batch may resume a partial file.
    case new
    case downloading
    /// Complete, under this name in the folder. Of its bytes, an earlier batch had left the first.
    case saved(file: String, bytes: Int, resumedFrom: Int)
    /// It was complete already; its name.
    case kept(String)
    /// Permanently, with the reason in plain words.
    case failed(String)
  }

  /// Whether the server sent it again without claiming that it has changed.
  let isSame = Locked(false)

  private let meter = Locked(Progress())
  private let lastRest = Locked<TransferRest?>(nil)

  /// The bytes of a file that are there.
  public struct Progress: Equatable, Sendable {
    public internal(set) var received = 0
    /// Nil while it is not known.
    public internal(set) var total: Int?

    /// 0…1; 0 where the total is not known.
    public var share: Double { total.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 0 } ?? 0 }
  }

  /// May be read from any thread.
  public var progress: Progress { meter.value }

  /// Why its transfer waits although a connection would be free; nil if it doesn't. May be read from any thread.
  public var rest: TransferRest? { lastRest.value }

  func note(_ rest: TransferRest?) { lastRest.withLock { $0 = rest } }

  func note(received: Int, total: Int?) {
    meter.withLock { $0 = Progress(received: received, total: total) }
  }

  /// - Parameter ownServer: see ``DownloadOptions/ownServer``.
  init(position: Int, entry: PhotoEntry, place: String, ownServer: String? = nil) {
    (self.position, self.place, name, url) = (position, place, entry.name, entry.url)
    let isOwn = ownServer.map { entry.url.hasPrefix($0 + "/") } ?? false
    identity = isOwn ? String(entry.url.dropFirst(ownServer?.count ?? 0)) : entry.url
  }
}
