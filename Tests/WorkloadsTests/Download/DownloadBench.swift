import Base
import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import TestSupport
import WebServer

@testable import Transport
@testable import Workloads

extension PhotoBench {
  /// Creates a batch that downloads these URLs into a folder of the bench. It isn't started yet.
  func batch(
    _ name: EngineName, _ urls: [String], settings: RunPlan = .download,
    retry: RetryPolicy = RetryPolicy(retries: 0), watcher: Watcher? = nil
  ) throws -> PhotoRun {
    let list = try place.list(urls.map { ("", $0) })
    return try batch(name, source: list, settings: settings, retry: retry, watcher: watcher)
  }

  func batch(
    _ name: EngineName, source: ListSource, out: String = "out", settings: RunPlan = .download,
    retry: RetryPolicy = RetryPolicy(retries: 0), watcher: Watcher? = nil
  ) throws -> PhotoRun {
    let transfers = TransportSettings.with {
      // The timeout is longer than any rest in these tests. Their bounds are so large that a rest never ends
      // within a test.
      ($0.perHost, $0.retry, $0.totalTimeout) = (settings.downloads, retry, .seconds(1 << 41))
    }
    return PhotoRun(
      engine: name.makeEngine(reporting: .serial("reports"), watcher: watcher),
      transport: Transport(transfers),
      list: source,
      output: try OutputFolder("\(folder)/\(out)"), plan: settings)
  }

  /// Returns the names of the files that aren't hidden.
  func names() throws -> [String] { try tree("out").keys.sorted() }

  func contents(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/out/\(name)").map(Array.init)
  }

  /// Returns the exact bytes that the server sends.
  func served(_ url: String) async throws -> [UInt8] {
    let transport = Transport(.patient)
    let body = Locked<[UInt8]>([])
    let request = TransferRequest(url: url, onChunk: { chunk in body.withLock { $0 += chunk.bytes } })
    _ = try await withCheckedThrowingContinuation { go in
      transport.start(request) { go.resume(with: $0.mapError { $0 as any Error }) }
    }
    return body.value
  }
}

extension FileFinisher {
  /// Keeps the finisher busy with one file, and returns once it has begun that file.
  ///
  /// - Returns: A function that lets it end that file, and returns when the end has been reported.
  func hold() async -> () async -> Void {
    let (begun, isReleased, ended) = (Gate(), Counter(), Gate())
    add {
      begun.open()
      isReleased.blockUntil(1)
      return { ended.open() }
    }
    await begun.wait()
    return {
      isReleased.add()
      await ended.wait()
    }
  }
}

/// A file on a server with scripted responses, and the requests for it.
final class ScriptedFile: Sendable {
  let url: String
  private let seen = Locked<[Request]>([])

  /// - Parameter reply: Returns the response to a request, which is numbered from 1.
  init(on server: SampleServer, _ reply: @escaping @Sendable (Request, _ number: Int) -> Response) {
    url = server.url + "/scripted"
    server.handler = { [seen] request in
      guard request.path == "/scripted" else { return nil }
      let number = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      return .now(reply(request, number))
    }
  }

  /// Creates a file whose first response breaks off.
  convenience init(on server: SampleServer, cutOnce bytes: [UInt8], etag: String? = "\"1\"") {
    self.init(on: server) { _, number in file(bytes, etag: etag, ending: number == 1 ? .cut : .complete) }
  }

  var requests: [Request] { seen.value }

  /// Returns a header of a request, which is numbered from 1.
  func header(_ name: String, _ number: Int) -> String? { requests[number - 1].headers.first(name: name) }
}

/// Returns a response with a PNG file and a tag.
func file(_ bytes: [UInt8], etag: String? = "\"1\"", ending: Delivery.Ending = .complete) -> Response {
  var response = Response(type: "image/png", body: .bytes(bytes))
  if let etag { response.setValidators(etag: etag, lastModified: HTTPDate(seconds: 1_735_689_600)) }
  response.delivery.ending = ending
  return response
}
