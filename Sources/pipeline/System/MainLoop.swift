import Foundation

/// A loop that runs the main queue until `stop` receives a result.
@MainActor
final class MainLoop<Value> {
  private var value: Value?

  func run() -> Value {
    // A run loop without a source returns immediately.
    let keepAlive = Timer(timeInterval: 3600, repeats: true) { _ in }
    RunLoop.main.add(keepAlive, forMode: .default)
    defer { keepAlive.invalidate() }
    while true {
      if let value { return value }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  func stop(_ value: Value) { self.value = value }
}
