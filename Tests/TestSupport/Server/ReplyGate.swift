import Base
import WebServer

/// Holds back all answers until `count` requests are waiting; from then on, it answers 404.
public final class ReplyGate: Sendable {
  private struct State {
    var held: [@Sendable (Response) -> Void] = []
    var isOpen = false
  }

  private let state = Locked(State())
  private let count: Int
  private let folder: String

  /// - Parameters:
  ///   - count: how many requests open the gate.
  ///   - folder: the prefix of the paths that it answers; it leaves other requests alone.
  public init(opensAt count: Int, below folder: String = "/") {
    self.count = count
    self.folder = folder
  }

  public var isOpen: Bool { state.withLock { $0.isOpen } }

  public var handler: Handler {
    { [self] request in
      guard request.path.hasPrefix(folder) else { return nil }
      return .later { [self] respond in
        let ready = state.withLock { state -> [@Sendable (Response) -> Void] in
          state.held.append(respond)
          if state.held.count == count { state.isOpen = true }
          guard state.isOpen else { return [] }
          defer { state.held = [] }
          return state.held
        }
        for respond in ready { respond(.notFound(request.path)) }
      }
    }
  }
}
