import WebServer

/// Holds back all replies until `count` requests are waiting. From then on, it replies 404.
public final class ReplyGate: Sendable {
  private let gate = Gate()
  private let requests = Counter()
  private let count: Int
  private let folder: String

  /// - Parameters:
  ///   - count: The number of requests that opens the gate.
  ///   - folder: The prefix of the paths to handle. Other requests are ignored.
  public init(opensAt count: Int, below folder: String = "/") {
    self.count = count
    self.folder = folder
  }

  public var isOpen: Bool { gate.isOpen }

  public var handler: Handler {
    { [self] request in
      guard request.path.hasPrefix(folder) else { return nil }
      return .later { [self] respond in
        gate.whenOpen { respond(.notFound(request.path)) }
        if requests.add() == count { gate.open() }
      }
    }
  }
}
