import Base
import WebServer

/// Holds replies back while it is shut. It begins open.
public final class ReplyValve: Sendable {
  private struct State {
    var isShut = false
    var held: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  public init() {}

  public func shut() { state.withLock { $0.isShut = true } }

  /// Lets the replies go that were held back.
  public func open() {
    let held = state.withLock { state in
      state.isShut = false
      defer { state.held = [] }
      return state.held
    }
    for reply in held { reply() }
  }

  /// An answer that is held back; nil while the valve is open. It is a redirect to itself, and the second request finds the
  /// valve open.
  public func answer(_ request: Request) -> Answer? {
    guard state.withLock({ $0.isShut }) else { return nil }
    return .later { [self] respond in
      let again = Response(.temporaryRedirect, headers: ["Location": request.target])
      let isShut = state.withLock { state in
        if state.isShut { state.held.append { respond(again) } }
        return state.isShut
      }
      if !isShut { respond(again) }
    }
  }
}
