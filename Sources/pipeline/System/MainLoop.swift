import Foundation

/// The main thread's loop, which runs the main queue until the command knows its exit status. Used on that thread only.
final class MainLoop {
  private var status: Int32?

  func run() -> Int32 {
    // A run loop without a source returns at once.
    let keepAlive = Timer(timeInterval: 3600, repeats: true) { _ in }
    RunLoop.main.add(keepAlive, forMode: .default)
    defer { keepAlive.invalidate() }
    while true {
      if let status { return status }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  func stop(_ status: Int32) { self.status = status }
}
