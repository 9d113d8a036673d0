import Base
import WebServer

/// Holds replies back while it is shut. It begins open.
public final class ReplyValve: Sendable {
  /// What the replies wait for; nil while it is open.
  private let gate = Locked<Gate?>(nil)

  public init() {}

  public func shut() { gate.withLock { $0 = $0 ?? Gate() } }

  /// Lets the replies go that were held back.
  public func open() {
    let gate = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    gate?.open()
  }

  /// An answer that is held back; nil while the valve is open. It is a redirect to itself, and the second request finds the
  /// valve open.
  public func answer(_ request: Request) -> Answer? {
    gate.value.map { gate in
      let again = Response(.temporaryRedirect, headers: ["Location": request.target])
      return .later { respond in gate.whenOpen { respond(again) } }
    }
  }
}
