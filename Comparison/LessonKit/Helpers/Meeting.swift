/// A place where threads wait for each other: none goes on before all have come.
public final class Meeting: Sendable {
  private let missing: Locked<Int>
  private let all = Gate()

  public init(of count: Int) { missing = Locked(count) }

  /// Blocks the calling thread until as many have called it as were announced.
  @available(*, noasync, message: "A task must not block")
  public func meet() {
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { all.open() }
    all.wait()
  }
}
