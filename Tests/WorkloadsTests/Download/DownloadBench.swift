import Base
import Engine
import Engines
import Foundation
import PhotoLists
import TestSupport
import WebServer

@testable import Transport
@testable import Workloads

extension PhotoBench {
  /// A batch of these URLs into a folder of the bench, not started.
  func batch(
    _ name: EngineName, _ urls: [String], out: String = "out", options: DownloadOptions = DownloadOptions(),
    retry: RetryPolicy = RetryPolicy(retries: 0), watcher: Watcher? = nil
  ) throws -> DownloadRun {
    let list = try place.list(urls.map { ("", $0) })
    return try batch(name, source: list, out: out, options: options, retry: retry, watcher: watcher)
  }

  func batch(
    _ name: EngineName, source: ListSource, out: String = "out", options: DownloadOptions = DownloadOptions(),
    retry: RetryPolicy = RetryPolicy(retries: 0), watcher: Watcher? = nil
  ) throws -> DownloadRun {
    var configuration = TransportConfiguration.patient
    configuration.perHost = options.downloads
    configuration.retry = retry
    // Longer than any rest: one that is drawn from 0 to ages does not end within a test.
    configuration.totalTimeout = .seconds(1 << 41)
    return DownloadRun(
      engine: name.makeEngine(reporting: .serial("reports"), watcher: watcher),
      transport: Transport(configuration),
      list: source,
      output: try OutputFolder("\(folder)/\(out)"), options: options)
  }

  /// Names of the files that are not hidden.
  func names() throws -> [String] { try tree("out").keys.sorted() }

  func contents(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/out/\(name)").map(Array.init)
  }

  /// What the server sends, byte for byte.
  func served(_ url: String) async throws -> [UInt8] {
    let transport = Transport(.patient)
    let response = try await withCheckedThrowingContinuation { go in
      transport.start(TransferRequest(url: url)) { go.resume(with: $0.mapError { $0 as any Error }) }
    }
    return response.body.withUnsafeBytes(Array.init)
  }
}

extension FileFinisher {
  /// Keeps it busy with one file, and returns when that has begun.
  /// - Returns: what opens when the end of that file is reported.
  func hold(until goOn: Counter) async -> Gate {
    let (begun, ended) = (Gate(), Gate())
    add {
      begun.open()
      goOn.blockUntil(1)
      return { ended.open() }
    }
    await begun.wait()
    return ended
  }
}

/// A file on a server of the bench that answers as scripted, and what it was asked.
final class ScriptedFile: Sendable {
  private let seen = Locked<[Request]>([])
  private let reply: @Sendable (Request, _ number: Int) -> Response

  /// - Parameter reply: answers the request of that number, from 1.
  init(_ reply: @escaping @Sendable (Request, _ number: Int) -> Response) { self.reply = reply }

  func handler(_ path: String) -> Handler {
    { [self] request in
      guard request.path == path else { return nil }
      let number = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      return .now(reply(request, number))
    }
  }

  var requests: [Request] { seen.value }

  /// A header of the request of that number, from 1.
  func header(_ name: String, _ number: Int) -> String? { requests[number - 1].headers.first(name: name) }
}

/// A PNG file's response, with a tag.
func file(_ bytes: [UInt8], etag: String? = "\"1\"", ending: Delivery.Ending = .complete) -> Response {
  var response = Response(type: "image/png", body: .bytes(bytes))
  if let etag { response.setValidators(etag: etag, lastModified: HTTPDate(seconds: 1_735_689_600)) }
  response.delivery.ending = ending
  return response
}
