import Engines
import Foundation
import Version
import WebServer

/// The updates, scroll positions and small pictures of a page. They are enough to replay it without the program.
struct PageRecording: Encodable {
  /// An event, with its time in milliseconds since the page was opened.
  struct Moment: Encodable {
    let at: Int
    var update: PageUpdate?
    /// The visible rows, as the first row and the one after the last.
    var rows: [Int]?
  }

  /// The version of the format.
  var version = 1
  /// The commit of the program that made the recording.
  let commit = Version.commit
  let isModified = Version.isModified
  let tables: [String]
  let engines = EngineName.allCases.map(PageEngine.init)
  var moments: [Moment] = []
  /// The names of the rows that were visible.
  var names: [Int: String] = [:]
  /// The pictures as `data:` URLs, by row and image: `"12/1"` is the original of row 12, and `"12/2"` its sepia photo.
  var pictures: [String: String] = [:]
}

/// The part of a file that identifies it as a recording.
private struct RecordingHead: Decodable {
  let version: Int
  let tables: [String]
}

/// Returns whether the data is a recorded scroll that the page can show.
public func isPageRecording(_ data: Data) -> Bool {
  guard let head = try? JSONDecoder().decode(RecordingHead.self, from: data) else { return false }
  return head.version == 1 && !head.tables.isEmpty
}

/// A server for a page that plays a recording instead of showing a running program. Only this machine can reach it.
public final class ReplayServer: Sendable {
  private let server: WebServer
  /// The address of the page, with its token.
  public let url: String

  /// Starts a server for a recording.
  /// - Parameter recording: Data for which `isPageRecording` returns true.
  /// - Throws: `WebServerError`, which names the port.
  public init(_ recording: Data, port: Int, token: String = PageToken.random()) throws {
    let script = Array(Data("const recorded = ".utf8) + recording)
    let gate = Guard(token: token) { request in
      request.path == "/\(PageFiles.recording)"
        ? .now(Response(type: "text/javascript; charset=utf-8", body: .bytes(script)))
        : PageFiles.response(to: request.path, isReplay: true).map(Answer.now)
    }
    server = try WebServer(port: port) { gate.answer($0) }
    url = "\(server.url)/\(token)/"
  }

  public func stop() { server.stop() }
}
