import Base
import Dispatch
import Foundation

/// Downloads over HTTP and HTTPS. One thread drives any number of transfers.
///
/// Connections are reused, and are shared if the server supports HTTP/2. Their number is limited: transfers beyond
/// the limit wait for a slot. The thread and its connections exist only while they are needed. As in curl, proxies
/// are taken from the environment (`http_proxy`, `https_proxy`, `no_proxy`).
///
/// Releasing a transport ends all its transfers as cancelled, so retain it as long as you need them.
public final class Transport: Sendable {
  public let settings: TransportSettings
  private let mailbox: Mailbox

  public init(_ settings: TransportSettings = TransportSettings()) {
    self.settings = settings
    mailbox = Mailbox { mailbox in
      // On Linux, a thread's name is lost if it is set before `start` returns. The lock is held until then.
      let starting = Lock()
      let thread = Thread {
        starting.withLock { Thread.current.name = "transport" }
        TransportThread(mailbox, settings).run()
      }
      starting.withLock { thread.start() }
    }
  }

  deinit {
    shutdown()
  }

  /// Starts a transfer and returns immediately.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - onEnd: Called exactly once, with the response or an error. It runs on the transport thread, which also
  ///     drives all other transfers. It must therefore not block, and should pass the result on to another thread.
  ///     (After ``shutdown()``, a new transfer ends as cancelled, which is reported on some other thread.)
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

  /// Ends all transfers as cancelled and refuses new ones. Returns immediately. The ends are reported on the
  /// transport thread. A second call has no effect.
  public func shutdown() {
    mailbox.close()
  }
}
