/// A rendezvous: threads wait until all of them have arrived.
public final class Meeting: Sendable {
  private let missing: Locked<Int>
  private let all = Gate()

  public init(of count: Int) { missing = Locked(count) }

  /// Blocks the calling thread until the announced number of threads have called this method.
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
