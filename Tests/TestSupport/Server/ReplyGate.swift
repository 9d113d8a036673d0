import WebServer

/// Holds back all answers until `count` requests are waiting; from then on, it answers 404.
public final class ReplyGate: Sendable {
  private let gate = Gate()
  private let requests = Counter()
  private let count: Int
  private let folder: String

  /// - Parameters:
  ///   - count: how many requests open the gate.
  ///   - folder: the prefix of the paths that it answers; it leaves other requests alone.
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
