import Foundation
import WebServer

/// The page with a recording in place of the program, on this machine only.
public final class ReplayServer: Sendable {
  private let server: WebServer
  /// Where the page is, with its token.
  public let url: String

  /// - Parameter recording: for which `isPageRecording` is true.
  /// - Throws: `WebServerError`, naming the port.
  public init(_ recording: Data, port: Int, token: String = PageToken.random()) throws {
    let post = GuardPost()
    let bytes = Array(recording)
    server = try WebServer.start(port: port) { request in
      post.pass(request) { request in
        request.path == "/\(PageFiles.recording)"
          ? .now(Response(type: "application/json", body: .bytes(bytes)))
          : PageFiles.response(to: request.path, isReplay: true).map(Answer.now)
      }
    }
    post.open(for: server.port, token: token)
    url = "\(server.url)/\(token)/"
  }

  public func stop() { server.stop() }
}
