import Base
import NIOPosix
import WebServer

/// Files in memory, numbered from 0, each made when it is first asked for, on threads of their own, and kept.
final class FileStore: Sendable {
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

  private let shelves = Locked<[Int: Shelf]>([:])
  private let pool: NIOThreadPool
  private let maker: @Sendable (Int) throws -> [UInt8]

  /// - Parameter make: makes the file of that number; it runs on one of the pool's threads.
  init(pool: NIOThreadPool, make: @escaping @Sendable (Int) throws -> [UInt8]) {
    self.pool = pool
    maker = make
  }

  /// The file if it has been made.
  private func ready(_ number: Int) -> File? {
    shelves.withLock { if case .made(let file) = $0[number] { file } else { nil } }
  }

  /// Calls `done` with the file, on the caller's thread when it is there and on one of the pool's when it is made first.
  private func get(_ number: Int, done: @escaping Waiter) {
    let (file, isFirst): (File?, Bool) = shelves.withLock { shelves in
      switch shelves[number, default: .empty] {
      case .made(let file):
        return (file, false)
      case .inTheMaking(let waiting):
        shelves[number] = .inTheMaking(waiting + [done])
        return (nil, false)
      case .empty:
        shelves[number] = .inTheMaking([done])
        return (nil, true)
      }
    }
    if let file { return done(.success(file)) }
    // Outside the lock: a pool that has been stopped calls back at once.
    if isFirst { pool.submit { state in self.make(number, isStopping: state == .cancelled) } }
  }

  /// What a request for the file is answered with.
  func answer(_ number: Int, type: String) -> Answer {
    if let file = ready(number) { return .now(.file(file, type: type)) }
    return .later { respond in
      self.get(number) { result in
        switch result {
        case .success(let file): respond(.file(file, type: type))
        case .failure(let error): respond(.text("500: \(error)\n", status: .internalServerError))
        }
      }
    }
  }

  /// Makes the first `count` files, and calls `done`, on whatever thread, when all are there.
  func fill(_ count: Int, done: @escaping @Sendable () -> Void) {
    let left = Locked(count)
    for number in 0..<count {
      get(number) { _ in
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLast { done() }
      }
    }
  }

  private func make(_ number: Int, isStopping: Bool) {
    let result = Result {
      if isStopping { throw CancellationError() }
      let bytes = try maker(number)
      return File(bytes: bytes, etag: etag(of: bytes))
    }
    let waiting: [Waiter] = shelves.withLock { shelves in
      let before = shelves[number]
      shelves[number] = if case .success(let file) = result { .made(file) } else { .empty }
      guard case .inTheMaking(let waiting) = before else { return [] }
      return waiting
    }
    for done in waiting { done(result) }
  }
}

/// A strong validator: the same bytes have the same one in every run.
private func etag(of bytes: [UInt8]) -> String {
  "\"" + String(hash(bytes), radix: 16) + "-" + String(bytes.count, radix: 16) + "\""
}

extension Response {
  /// A file that never changes.
  fileprivate static func file(_ file: FileStore.File, type: String) -> Response {
    var response = Response(type: type, body: .bytes(file.bytes))
    // The first second of 2025: older than any run of the program, and the same in all of them.
    response.setValidators(etag: file.etag, lastModified: HTTPDate(seconds: 1_735_689_600))
    response.headers.add(name: "Cache-Control", value: "public, max-age=3600")
    return response
  }
}
