/// Gates by name. Each is created when it is first used.
///
/// All members may be called on any thread.
public final class Gates: Sendable {
  private let all = Locked<[String: Gate]>([:])

  public init() {}

  public subscript(name: String) -> Gate {
    all.withLock { all in
      let gate = all[name] ?? Gate()
      all[name] = gate
      return gate
    }
  }
}
