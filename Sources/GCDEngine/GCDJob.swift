import Dispatch
import Engine

/// A job as a `DispatchWorkItem`, whose flag is the one that the body reads.
///
/// Dispatch has no prerequisite that can be taken back: `DispatchGroup.notify` is for good. So the edges are the
/// contract's own, counted, and a job goes to its queue's ready ones when the last was cut.
final class GCDJob: JobCore, @unchecked Sendable {
  // Safe: `item` is set once, in `init`, and Dispatch guards its flag; the rest stays on the thread of `run`.
  private var item: DispatchWorkItem!
  private var hasBegun = false

  override init(_ name: String, priority: Priority, body: Body, engine: EngineCore) {
    super.init(name, priority: priority, body: body, engine: engine)
    // Unowned, as only the job performs its item, which must not keep it alive.
    item = DispatchWorkItem { [unowned self] in
      hasBegun = true
      perform()
    }
  }

  override var isCancelled: Bool { item.isCancelled }

  override func setCancelled() { item.cancel() }

  /// When the thread that runs it began its turn, and the job that it was given to run next.
  var turn: UInt64 = 0
  var successor: GCDJob?

  /// Runs the picked job on the calling thread.
  func run() {
    item.perform()
    // A cancelled item passes over its block. But the job was picked before it was cancelled: it is for its body to say
    // how that ends.
    if !hasBegun { perform() }
  }
}
