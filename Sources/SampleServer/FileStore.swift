import Base
import NIOPosix
import WebServer

/// Files in memory, numbered from 0, each made when it is first asked for, on threads of their own, and kept.
final class FileStore: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let etag: String
  }

  private enum Shelf {
    case inTheMaking(Task<File, any Error>)
    case made(File)
  }

  /// Few, so that what goes on beside the painting goes on.
  private static let pool = {
    let pool = NIOThreadPool(numberOfThreads: 2)
    pool.start()
    return pool
  }()

  private let shelves = Locked<[Int: Shelf]>([:])
  private let make: @Sendable (Int) throws -> [UInt8]

  /// - Parameter make: makes the file of that number; it runs on one of the pool's threads.
  init(_ make: @escaping @Sendable (Int) throws -> [UInt8]) { self.make = make }

  /// What a request for the file is answered with.
  func answer(_ number: Int, type: String) -> Answer {
    switch shelf(number) {
    case .made(let file): return .now(.file(file, type: type))
    case .inTheMaking(let making):
      return .later { respond in
        Task {
          do {
            respond(.file(try await making.value, type: type))
          } catch {
            respond(.text("500: \(error)\n", status: .internalServerError))
          }
        }
      }
    }
  }

  /// Makes the first `count` files, and returns when all are there.
  func fill(_ count: Int) async {
    let shelves = (0..<count).map(shelf)
    for case .inTheMaking(let making) in shelves { _ = await making.result }
  }

  private func shelf(_ number: Int) -> Shelf {
    shelves.withLock { shelves in
      if let shelf = shelves[number] { return shelf }
      let making = Task { [self] in
        do {
          let bytes = try await Self.pool.runIfActive { [make] in try make(number) }
          let file = File(bytes: bytes, etag: etag(of: bytes))
          self.shelves.withLock { $0[number] = .made(file) }
          return file
        } catch {
          // The next request tries again.
          self.shelves.withLock { $0[number] = nil }
          throw error
        }
      }
      shelves[number] = .inTheMaking(making)
      return .inTheMaking(making)
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
