import Base
import NIOPosix
import WebServer

/// Files in memory, numbered from 0, each made when it is first asked for, and kept. None of it runs on the
/// threads of Swift's tasks: where something blocks those, files are still served.
final class FileStore: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let etag: String
  }

  private let made = Locked<[Int: File]>([:])
  private let pools: [NIOThreadPool]
  private let make: @Sendable (Int) throws -> [UInt8]

  /// - Parameters:
  ///   - threads: on which files are made.
  ///   - make: makes the file of that number; it runs on one of these threads.
  init(threads: Int, _ make: @escaping @Sendable (Int) throws -> [UInt8]) {
    pools = (0..<threads).map { _ in NIOThreadPool(numberOfThreads: 1) }
    for pool in pools { pool.start() }
    self.make = make
  }

  /// What a request for the file is answered with.
  func answer(_ number: Int, type: String) -> Answer {
    if let file = made.value[number] { return .now(.file(file, type: type)) }
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

  /// Calls the receiver on the file's thread: it is always the same one, so that no file is made twice. After
  /// an error, the next request tries again.
  private func get(_ number: Int, _ receiver: @escaping @Sendable (Result<File, any Error>) -> Void) {
    pools[number % pools.count].submit { [self] _ in
      if let file = made.value[number] { return receiver(.success(file)) }
      let result = Result {
        let bytes = try make(number)
        return File(bytes: bytes, etag: etag(of: bytes))
      }
      if let file = try? result.get() { made.withLock { $0[number] = file } }
      receiver(result)
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
