import Foundation

extension LoopbackServer {
  /// A request received by the test server.
  public struct Request: Sendable {
    public let target: String
    public let headers: [String: String]

    /// - Parameter head: The lines of the head, without the empty line at its end.
    init?(head: String) {
      let lines = head.components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ")
      guard words.count == 3 else { return nil }
      target = String(words[1])
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
          in: .whitespaces)
      }
      self.headers = headers
    }
  }
}

/// The reply of the test server to a request, step by step.
public struct Reply: Sendable {
  public enum Step: Sendable {
    case send([UInt8])
    /// Waits for the gate to open.
    case wait(Gate)
    /// Closes the connection.
    case close
    /// Resets the connection.
    case reset
    /// Sends nothing more and keeps the connection open.
    case silence
    /// Sends one byte every tenth of a second until the client disconnects.
    case drip
  }

  public var steps: [Step]

  public init(steps: [Step]) { self.steps = steps }

  public static func steps(_ steps: Step...) -> Reply { Reply(steps: steps) }

  /// Returns a complete response that keeps the connection open.
  public static func ok(_ body: [UInt8], headers: [String] = []) -> Reply {
    status(200, body, headers: headers)
  }

  public static func ok(_ body: String) -> Reply { ok(Array(body.utf8)) }

  public static func status(_ status: Int, _ body: [UInt8] = [], headers: [String] = []) -> Reply {
    .steps(.send(head(status, ["Content-Length: \(body.count)"] + headers) + body))
  }

  public static func redirect(to location: String, status: Int = 302) -> Reply {
    .status(status, Array("elsewhere".utf8), headers: ["Location: \(location)"])
  }

  public static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
    Array((["HTTP/1.1 \(status) X"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
  }
}
