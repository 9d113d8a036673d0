import NIOConcurrencyHelpers
import NIOPosix

/// The photos as files in memory, each painted when it is first asked for, on threads of its own, and kept.
final class PhotoStore: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let etag: String
  }

  typealias Waiter = @Sendable (Result<File, any Error>) -> Void

  private enum Shelf {
    case empty
    case inTheMaking([Waiter])
    case made(File)
  }

  private let shelves: NIOLockedValueBox<[Int: Shelf]>
  private let pool: NIOThreadPool
  private let make: @Sendable (Int) throws -> [UInt8]

  /// - Parameter make: makes the file of that number; it runs on one of the pool's threads.
  init(pool: NIOThreadPool, make: @escaping @Sendable (Int) throws -> [UInt8]) {
    shelves = NIOLockedValueBox([:])
    self.pool = pool
    self.make = make
  }

  /// The file if it has been made.
  func ready(_ number: Int) -> File? {
    shelves.withLockedValue { if case .made(let file) = $0[number] { file } else { nil } }
  }

  /// Calls `done` with the file, on the caller's thread when it is there and on one of the pool's when it is made first.
  func get(_ number: Int, done: @escaping Waiter) {
    let file: File? = shelves.withLockedValue { shelves in
      switch shelves[number, default: .empty] {
      case .made(let file):
        return file
      case .inTheMaking(let waiting):
        shelves[number] = .inTheMaking(waiting + [done])
      case .empty:
        shelves[number] = .inTheMaking([done])
        pool.submit { state in self.fill(number, isStopping: state == .cancelled) }
      }
      return nil
    }
    if let file { done(.success(file)) }
  }

  private func fill(_ number: Int, isStopping: Bool) {
    let result = Result {
      if isStopping { throw CancellationError() }
      let bytes = try make(number)
      return File(bytes: bytes, etag: etag(of: bytes))
    }
    let waiting: [Waiter] = shelves.withLockedValue { shelves in
      let before = shelves[number]
      shelves[number] = if case .success(let file) = result { .made(file) } else { .empty }
      guard case .inTheMaking(let waiting) = before else { return [] }
      return waiting
    }
    for done in waiting { done(result) }
  }
}

/// A strong validator: the same bytes have the same one in every run. (FNV-1a, 64 bits:
/// http://www.isthe.com/chongo/tech/comp/fnv/)
func etag(of bytes: [UInt8]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return "\"" + String(hash, radix: 16) + "-" + String(bytes.count, radix: 16) + "\""
}
