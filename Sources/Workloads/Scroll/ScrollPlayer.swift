import Base
import Engine
import Foundation

/// Plays a scroll script on its own thread, just as a real finger doesn't use any of the program's threads.
public final class ScrollPlayer: Sendable {
  private let follow: @Sendable (ScrollEvent.Kind) -> Void
  private let stopped = Latch()

  /// - Parameter follow: Called with each event on the player's thread, at the event's time.
  public init(_ follow: @escaping @Sendable (ScrollEvent.Kind) -> Void) { self.follow = follow }

  /// Creates a player that reports events to a table, on its engine's reporting queue.
  public convenience init(_ table: PhotoTable) {
    self.init { event in
      let now = monotonicNanoseconds()
      table.engine.reportQueue.async { table.follow(event, at: now) }
    }
  }

  /// - Parameter onEnd: Called once on the player's thread after the last event, unless the player was stopped.
  public func play(_ events: [ScrollEvent], onEnd: @escaping @Sendable () -> Void) {
    let start = monotonicNanoseconds()
    let thread = Thread { [self] in
      for event in events {
        let passed = Double(monotonicNanoseconds() - start) / 1e9
        if stopped.wait(upTo: .seconds(max(0, event.time - passed))) { return }
        follow(event.kind)
      }
      onEnd()
    }
    thread.name = "scroll"
    thread.start()
  }

  /// Stops playing events. It can be called from any thread.
  public func stop() { stopped.open() }
}
