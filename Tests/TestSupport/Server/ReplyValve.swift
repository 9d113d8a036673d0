import Base
import WebServer

/// Holds back replies while it is shut.
public final class ReplyValve: Sendable {
  /// The gate that replies wait for, or nil while the valve is open.
  private let gate: Locked<Gate?>

  public init(isShut: Bool = false) { gate = Locked(isShut ? Gate() : nil) }

  public func shut() { gate.withLock { $0 = $0 ?? Gate() } }

  /// Opens the valve and releases the replies that were held back.
  public func open() {
    let gate = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    gate?.open()
  }

  /// Returns a delayed reply, or nil if the valve is open. The reply is a redirect to the same URL, and the
  /// second request finds the valve open.
  public func answer(_ request: Request) -> Answer? {
    gate.value.map { gate in
      let again = Response(.temporaryRedirect, headers: ["Location": request.target])
      return .later { respond in gate.whenOpen { respond(again) } }
    }
  }
}
