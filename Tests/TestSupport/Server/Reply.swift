import Foundation

extension LoopbackServer {
  /// A request as the test server read it.
  public struct Request: Sendable {
    public let target: String
    public let headers: [String: String]

    /// - Parameter head: The request's lines, without the empty one that ends them.
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

/// What the test server does with a request, step by step.
public struct Reply: Sendable {
  public enum Step: Sendable {
    case send([UInt8])
    /// Goes on when the gate opens.
    case wait(Gate)
    /// Ends the connection properly.
    case close
    /// Ends the connection with a reset.
    case reset
    /// Says nothing more, and keeps the connection.
    case silence
    /// Sends one byte after the other, with a tenth of a second between them, for as long as the client stays.
    case drip
  }

  public var steps: [Step]

  public init(steps: [Step]) { self.steps = steps }

  public static func steps(_ steps: Step...) -> Reply { Reply(steps: steps) }

  /// A whole answer that keeps the connection.
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
