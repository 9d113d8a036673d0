import ArgumentParser
import SampleServer

extension Fault: ExpressibleByArgument {}

/// What the sample server does on purpose.
struct SampleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Wait before every reply (default: 0; gallery: 0.3).", valueName: "seconds"))
  var delay: Double?

  @Option(help: ArgumentHelp("Wait up to this much longer, at random.", valueName: "seconds"))
  var jitter = 0.0

  @Option(help: ArgumentHelp("Send each reply no faster than this.", valueName: "bytes/s"))
  var rate: Int?

  @Option(help: ArgumentHelp("The share of requests for photos that fail, 0 to 1.", valueName: "share"))
  var failureRate = 0.0

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "How they fail; by default in every way but stall.",
      valueName: "kind"))
  var failureKinds: [Fault] = []

  @Option(help: ArgumentHelp("Repeats the same failures and jitter.", valueName: "number"))
  var seed: UInt64 = 1

  func validate() throws {
    for (name, value) in [("--delay", delay ?? 0), ("--jitter", jitter)] where !(0...3600).contains(value) {
      throw ValidationError("\(name) must be from 0 to 3600 seconds, not \(value).")
    }
    if let rate, rate < 1 { throw ValidationError("--rate must be at least 1 byte a second, not \(rate).") }
    if !failureKinds.isEmpty, failureRate == 0 {
      throw ValidationError("--failure-kinds says how requests fail; say with --failure-rate how many do.")
    }
    guard (0...1).contains(failureRate) else {
      throw ValidationError("--failure-rate must be from 0 to 1, not \(failureRate).")
    }
  }

  /// - Throws: `ValidationError`, for options of the sample server when it is not used.
  func refuse(unless isServed: Bool) throws {
    guard !isServed, isUsed else { return }
    throw ValidationError(
      "--delay, --jitter, --rate and --failure-rate are for the sample server: give no list.")
  }

  var faults: Faults { faults(delay: 0) }

  /// - Parameter delay: where none is given.
  func faults(delay seconds: Double) -> Faults {
    Faults(
      delay: .seconds(delay ?? seconds), jitter: .seconds(jitter), rate: rate, failureRate: failureRate,
      kinds: failureKinds.isEmpty ? Fault.quick : failureKinds, seed: seed)
  }

  var isUsed: Bool { faults != Faults(kinds: faults.kinds, seed: seed) }
}
