import Base
import Engine
import Foundation

/// Which batch of this process has which folder: a later one cancels those before it, and begins when they have ended.
final class FolderClaims: @unchecked Sendable {
  // Safe: accessed only under `lock`.
  static let shared = FolderClaims()
  private let lock = Lock()
  private var claims: [Folder: [Claim]] = [:]

  /// A folder, whatever path leads to it.
  fileprivate struct Folder: Hashable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  final class Claim: Sendable {
    fileprivate let folder: Folder?
    fileprivate let cancel: @Sendable () -> Void
    fileprivate let begin: @Sendable () -> Void

    fileprivate init(
      _ folder: Folder?, cancel: @escaping @Sendable () -> Void, begin: @escaping @Sendable () -> Void
    ) {
      self.folder = folder
      self.cancel = cancel
      self.begin = begin
    }
  }

  /// Cancels the batches that have the folder.
  /// - Parameters:
  ///   - cancel: is called when a later one wants the folder, on that one's thread.
  ///   - begin: is called when the folder is free: at once, or on the thread that releases it.
  func claim(
    _ path: String, cancel: @escaping @Sendable () -> Void, begin: @escaping @Sendable () -> Void
  ) -> Claim {
    let folder = Folder(path)
    let claim = Claim(folder, cancel: cancel, begin: begin)
    let before = lock.withLock { () -> [Claim] in
      guard let folder else { return [] }
      defer { claims[folder, default: []].append(claim) }
      return claims[folder] ?? []
    }
    if before.isEmpty { begin() }
    for other in before { other.cancel() }
    return claim
  }

  /// Lets the next one begin.
  func release(_ claim: Claim) {
    guard let folder = claim.folder else { return }
    let next = lock.withLock { () -> Claim? in
      let wasFirst = claims[folder]?.first === claim
      claims[folder]?.removeAll { $0 === claim }
      if claims[folder]?.isEmpty == true { claims[folder] = nil }
      return wasFirst ? claims[folder]?.first : nil
    }
    next?.begin()
  }
}
