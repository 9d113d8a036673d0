import ArgumentParser
import SampleServer

extension Fault: ExpressibleByArgument {}

/// The default value of `--delay`, in seconds. The gallery has its own default.
private let defaultDelay = 0

/// Delays and faults of the sample server.
struct SampleOptions: ParsableArguments {
  /// The title in the help of commands that run a workload.
  static let title = "Random choices, and the sample server"

  @Option(help: .about("Wait before every reply (default: \(defaultDelay)).", "seconds"))
  var delay: Double?

  @Option(help: .about("Wait up to this much longer, at random.", "seconds"))
  var jitter = 0.0

  @Option(help: .about("Send each reply no faster than this.", "bytes/s"))
  var rate: Int?

  @Option(help: .about("The share of requests for photos that fail, 0 to 1.", "share"))
  var failureRate = 0.0

  @Option(
    parsing: .upToNextOption, help: .about("How they fail; by default, in every way except stall.", "kind"))
  var failureKinds: [Fault] = []

  @Option(
    help: .about(
      "A seed that repeats random choices, such as failures (default: \(Faults.none.seed)).", "number"),
    transform: parsing("a whole number from 0 to \(UInt64.max)"))
  var seed: UInt64?

  func validate() throws {
    try check("--delay", delay, in: 0...3600, " seconds")
    try check("--jitter", jitter, in: 0...3600, " seconds")
    try check("--rate", rate, atLeast: 1, " byte a second")
    if !failureKinds.isEmpty, failureRate == 0 {
      throw ValidationError("--failure-kinds says how requests fail: add --failure-rate to say how many.")
    }
    try check("--failure-rate", failureRate, in: 0...1)
  }

  /// Rejects the sample server's options if the run doesn't use that server, and conflicting options if it does.
  /// - Parameter usesSeed: Whether `--seed` has an effect without faults, too.
  /// - Throws: `ValidationError`.
  func refuseConflicts(
    isServed: Bool, _ transfers: TransferOptions? = nil, _ part: PartOptions? = nil, usesSeed: Bool = false
  ) throws {
    guard isServed else {
      guard isUsed || seed != nil && !usesSeed else { return }
      throw ValidationError(
        "--delay, --jitter, --rate, --failure-rate and --seed are for the sample server: give no list, and no --search-url."
      )
    }
    if seed != nil, !usesSeed, jitter == 0, failureRate == 0 {
      throw ValidationError("--seed repeats failures and jitter: add --failure-rate or --jitter.")
    }
    try transfers?.refuseSampleServer()
    // Each part would have its own sample server, and therefore different URLs.
    if part?.shard != nil {
      throw ValidationError("--shard divides a list that all parts read: give a list.")
    }
  }

  var faults: Faults { faults(delay: Double(defaultDelay)) }

  /// Returns the faults of the sample server.
  /// - Parameter seconds: The delay if `--delay` is not given.
  func faults(delay seconds: Double) -> Faults {
    Faults(
      delay: .seconds(delay ?? seconds), jitter: .seconds(jitter), rate: rate, failureRate: failureRate,
      kinds: failureKinds.isEmpty ? Fault.quick : failureKinds, seed: usedSeed)
  }

  /// The given seed, or its default.
  var usedSeed: UInt64 { seed ?? Faults.none.seed }

  var isUsed: Bool { delay != nil || faults != Faults(kinds: faults.kinds, seed: usedSeed) }
}
