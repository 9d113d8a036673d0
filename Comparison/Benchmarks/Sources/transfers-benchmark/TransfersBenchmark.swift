import ArgumentParser
import Foundation
import Measurement
import Recording
import SampleServer
import Transport

/// Measures many simultaneous transfers whose replies the server delays: the total time and the number of threads.
@main
struct TransfersBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfers-benchmark",
    abstract: "Many transfers at once from a slow server on this machine: time and threads.")

  @Option(help: "Transfers in flight at once, one measurement each.") var counts = [1, 10, 100, 1000]
  @Option(help: ArgumentHelp("How long the server waits before each reply.", valueName: "seconds"))
  var delay = 0.05
  @Option(help: "How often each is measured.") var rounds = 5
  @Option(help: ArgumentHelp("Write the result there as JSON.", valueName: "file")) var record: String?

  struct Row: Encodable {
    let transfers: Int
    /// The seconds from the start of the first transfer to the end of the last one.
    let wall: Spread
    /// The number of additional threads in the process, including the server's.
    let threads: Spread
    let failed: Int
  }

  struct Result: Encodable {
    let delay: Double
    let rows: [Row]
  }

  func run() throws {
    let server = try SampleServer(faults: Faults(delay: .seconds(delay)))
    defer { server.stop() }
    print("Transfers in flight, each held back \(delay) s by its server: median (least to most) of \(rounds)")
    let rows = try counts.map { count in
      let runs = try (0..<rounds).map { _ in try measure(count, server.url) }
      let row = Row(
        transfers: count, wall: Spread(runs.map(\.wall)), threads: Spread(runs.map { Double($0.threads) }),
        failed: runs.map(\.failed).reduce(0, +))
      print("  \(count): \(row.wall.text(3)) s, \(row.threads.text(0)) more threads, \(row.failed) failed")
      return row
    }
    if let record { try Record(Result(delay: delay, rows: rows), versions: [:]).write(to: record) }
  }

  private func measure(_ count: Int, _ url: String) throws -> (wall: Double, threads: Int, failed: Int) {
    var configuration = TransportSettings()
    configuration.perHost = count
    configuration.inFlight = count
    let transport = Transport(configuration)
    let before = threadCount()
    let tally = Tally(count)
    let start = Date()
    for number in 0..<count {
      transport.start(TransferRequest(url: "\(url)/photos.json?n=\(number)&count=1")) { result in
        if case .success = result { tally.end(failed: false) } else { tally.end(failed: true) }
      }
    }
    let failed = tally.wait()
    return (Date().timeIntervalSince(start), tally.mostThreads - before, failed)
  }
}

/// Counts transfers that have ended, and the threads at each end.
private final class Tally: @unchecked Sendable {
  // Sendable: mutable state is protected by `lock`.
  private let lock = NSCondition()
  private var left: Int
  private var failed = 0
  private var threads = 0

  init(_ count: Int) { left = count }

  func end(failed isFailure: Bool) {
    lock.withLock {
      left -= 1
      if isFailure { failed += 1 }
      threads = max(threads, threadCount())
      lock.signal()
    }
  }

  func wait() -> Int {
    lock.withLock {
      while left > 0 { lock.wait() }
      return failed
    }
  }

  var mostThreads: Int { lock.withLock { threads } }
}
