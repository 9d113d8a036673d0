import Base
import Dispatch
import Foundation

/// Downloads over HTTP and HTTPS, all driven by one thread, however many there are.
///
/// Connections are kept and reused, shared by transfers where the server speaks HTTP/2, and limited in number;
/// transfers beyond the limit wait their turn. The thread and its connections exist only while they are needed.
/// Proxies are taken from the environment (`http_proxy`, `https_proxy`, `no_proxy`), as by curl.
///
/// A transport that is let go ends all its transfers as cancelled, so keep it while you need them.
public final class Transport: Sendable {
  private let mailbox: Mailbox

  public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
    mailbox = Mailbox { mailbox in
      // On Linux, a name that is set before `start` has returned is lost: until then, the lock is held.
      let starting = Lock()
      let thread = Thread {
        starting.withLock { Thread.current.name = "transport" }
        TransportThread(mailbox, configuration).run()
      }
      starting.withLock { thread.start() }
    }
  }

  deinit {
    shutdown()
  }

  /// Starts a transfer; returns at once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - onEnd: Called exactly once, with the response or the reason why there is none. It runs on the
  ///     transport thread, which drives all other transfers too, so it must not block: hand the result on.
  ///     (After ``shutdown()`` a new transfer ends as cancelled, reported on some other thread.)
  @discardableResult
  public func start(
    _ request: TransferRequest,
    onEnd: @escaping @Sendable (Result<TransferResponse, TransferError>) -> Void
  ) -> Transfer {
    let transfer = Transfer(request, mailbox: mailbox, onEnd: onEnd)
    if !mailbox.post(.start(transfer)) {
      DispatchQueue.global().async { transfer.end(.failure(transfer.failure(.cancelled))) }
    }
    return transfer
  }

  /// Ends all transfers as cancelled, and starts no more. Returns at once; the ends are reported from the
  /// transport thread. A second call changes nothing.
  public func shutdown() {
    mailbox.close()
  }
}
