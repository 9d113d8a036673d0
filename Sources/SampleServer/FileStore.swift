import Base
import NIOPosix
import WebServer

/// Files in memory by their paths, each made when it is first asked for, and kept. None of it runs on the
/// threads of Swift's tasks: where something blocks those, files are still served.
final class FileStore: Sendable {
  typealias Maker = @Sendable () throws -> [UInt8]

  struct File: Sendable {
    let bytes: [UInt8]
    let etag: String
  }

  private let made = Locked<[String: File]>([:])
  private let pools: [NIOThreadPool]
  private let makers: [String: Maker]

  /// - Parameters:
  ///   - threads: on which files are made.
  ///   - makers: by the file's path.
  init(threads: Int, _ makers: [(String, Maker)]) {
    pools = (0..<threads).map { _ in NIOThreadPool(numberOfThreads: 1) }
    for pool in pools { pool.start() }
    self.makers = Dictionary(uniqueKeysWithValues: makers)
  }

  /// What a request for the file is answered with; nil when there is none at that path.
  func answer(_ path: String) -> Answer? {
    guard let make = makers[path] else { return nil }
    let type = path.hasSuffix(".png") ? "image/png" : "image/jpeg"
    if let file = made.value[path] { return .now(.file(file, type: type)) }
    return .later { [self] respond in
      get(path, make) { result in
        do {
          respond(.file(try result.get(), type: type))
        } catch {
          respond(.text("500: \(error)\n", status: .internalServerError))
        }
      }
    }
  }

  /// Makes every file, and returns when all are there.
  func fill() async {
    await withTaskGroup { group in
      for (path, make) in makers {
        group.addTask { await withCheckedContinuation { go in self.get(path, make) { _ in go.resume() } } }
      }
    }
  }

  /// Calls the receiver on the file's thread: it is always the same one, so that no file is made twice. After
  /// an error, the next request tries again.
  private func get(
    _ path: String, _ make: @escaping Maker, _ receiver: @escaping @Sendable (Result<File, any Error>) -> Void
  ) {
    pools[Int(hash(path.utf8) % UInt64(pools.count))].submit { [self] _ in
      if let file = made.value[path] { return receiver(.success(file)) }
      let result = Result {
        let bytes = try make()
        return File(bytes: bytes, etag: etag(of: bytes))
      }
      if let file = try? result.get() { made.withLock { $0[path] = file } }
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
