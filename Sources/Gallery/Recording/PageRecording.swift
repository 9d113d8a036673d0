import Foundation
import Version
import WebServer

/// What a page received and did, with small pictures: enough to show it again without the program.
struct PageRecording: Encodable {
  /// Something that happened, in milliseconds since the page was opened.
  struct Moment: Encodable {
    let at: Int
    var update: PageUpdate?
    /// The rows in sight: the first, and the one after the last.
    var rows: [Int]?
  }

  /// A format that differs has another number.
  var version = 1
  /// What recorded it.
  let commit = Version.commit
  let isModified = Version.isModified
  let tables: [String]
  var moments: [Moment] = []
  /// The names of the rows that were in sight.
  var names: [Int: String] = [:]
  /// As `data:` URLs, by row and image: `"12/1"` is the original of row 12, `"12/2"` its sepia photo.
  var pictures: [String: String] = [:]
}

/// The part of a recording by which it is recognised.
private struct RecordingHead: Decodable {
  let version: Int
  let tables: [String]
}

/// - Returns: whether these are the bytes of a recorded scroll that the page can show.
public func isPageRecording(_ data: Data) -> Bool {
  guard let head = try? JSONDecoder().decode(RecordingHead.self, from: data) else { return false }
  return head.version == 1 && !head.tables.isEmpty
}

/// The page with a recording in place of the program, on this machine only.
public final class ReplayServer: Sendable {
  private let server: WebServer
  /// Where the page is, with its token.
  public let url: String

  /// - Parameter recording: for which `isPageRecording` is true.
  /// - Throws: `WebServerError`, naming the port.
  public init(_ recording: Data, port: Int, token: String = PageToken.random()) throws {
    let bytes = Array(recording)
    let gate = Guard(token: token) { request in
      request.path == "/\(PageFiles.recording)"
        ? .now(Response(type: "application/json", body: .bytes(bytes)))
        : PageFiles.response(to: request.path, isReplay: true).map(Answer.now)
    }
    server = try WebServer.start(port: port) { gate.answer($0) }
    gate.open(port: server.port)
    url = "\(server.url)/\(token)/"
  }

  public func stop() { server.stop() }
}
