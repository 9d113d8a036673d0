import Base
import NIOPosix
import WebServer

/// Files in memory, numbered from 0, each made when it is first asked for, on a pool's thread, and kept. None of it runs on
/// the threads of Swift's tasks: where something blocks those, files are still served.
final class FileStore: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let etag: String
  }

  typealias Receiver = @Sendable (Result<File, any Error>) -> Void

  private enum Shelf {
    case inTheMaking(receivers: [Receiver])
    case made(File)
  }

  private let pool: NIOThreadPool
  private let shelves = Locked<[Int: Shelf]>([:])
  private let make: @Sendable (Int) throws -> [UInt8]

  /// - Parameters:
  ///   - pool: has been started.
  ///   - make: makes the file of that number; it runs on one of the pool's threads.
  init(on pool: NIOThreadPool, _ make: @escaping @Sendable (Int) throws -> [UInt8]) {
    self.pool = pool
    self.make = make
  }

  /// What a request for the file is answered with.
  func answer(_ number: Int, type: String) -> Answer {
    if case .made(let file) = shelves.value[number] { return .now(.file(file, type: type)) }
    return .later { [self] respond in
      get(number) { result in
        do {
          respond(.file(try result.get(), type: type))
        } catch {
          respond(.text("500: \(error)\n", status: .internalServerError))
        }
      }
    }
  }

  /// Makes the first `count` files, and returns when all are there.
  func fill(_ count: Int) async {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask { await withCheckedContinuation { go in self.get(number) { _ in go.resume() } } }
      }
    }
  }

  /// Calls the receiver once: here if the file is there, else on the thread that has made it.
  private func get(_ number: Int, _ receiver: @escaping Receiver) {
    let (file, isNew) = shelves.withLock { shelves -> (File?, Bool) in
      switch shelves[number] {
      case .made(let file): return (file, false)
      case .inTheMaking(let receivers):
        shelves[number] = .inTheMaking(receivers: receivers + [receiver])
        return (nil, false)
      case nil:
        shelves[number] = .inTheMaking(receivers: [receiver])
        return (nil, true)
      }
    }
    if let file { receiver(.success(file)) }
    guard isNew else { return }
    pool.submit { [self] _ in
      let result = Result {
        let bytes = try make(number)
        return File(bytes: bytes, etag: etag(of: bytes))
      }
      let receivers = shelves.withLock { shelves -> [Receiver] in
        guard case .inTheMaking(let receivers) = shelves[number] else { return [] }
        // After an error, the next request tries again.
        shelves[number] = (try? result.get()).map(Shelf.made)
        return receivers
      }
      for receiver in receivers { receiver(result) }
    }
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
