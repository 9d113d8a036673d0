import Base
import Foundation
import Measurement
import SampleServer
import Workloads

/// Runs a workload, each time in a fresh process; the sample server stays in this one. Used on one thread.
final class WorkloadRunner {
  private let workload: ComparedWorkload
  private let options: CompareCommand
  private let process: FreshProcess
  private let server: SampleServer?
  /// Seconds that each engine took last.
  private var walls: [String: Double] = [:]
  /// The photos that failed in the first run. Every other run has to fail with the same ones.
  private var failed: [String]?

  /// - Throws: `WebServerError`.
  init(_ workload: ComparedWorkload, _ options: CompareCommand, process: FreshProcess) throws {
    self.workload = workload
    self.options = options
    self.process = process
    server = options.list == nil ? try SampleServer.start() : nil
  }

  deinit { server?.stop() }

  /// Whether a run can be cancelled half way: only our own server tells when a run has begun.
  var canCancel: Bool { server != nil }

  /// A run to its end.
  /// - Throws: `RunFailure`, `OutputError`; `InputError`, if there is no list.
  func run(_ engine: String) throws -> [Figure: Double] {
    guard let report = try report(of: engine, ending: [ExitStatus.success, ExitStatus.somePhotosFailed])
    else { throw RunFailure.failed("it reported nothing") }
    let names = report.failed.map(\.name).sorted()
    guard names == failed ?? names else {
      let reasons = report.failed.filter { failed?.contains($0.name) != true }
        .map { "\($0.name): \($0.reason)" }.joined(separator: "; ")
      throw RunFailure.failed(
        reasons.isEmpty ? "fewer photos failed than before" : "failed, unlike before: \(reasons)")
    }
    failed = names
    walls[engine] = report.compared[.wall]
    return report.compared
  }

  /// A run that is interrupted, as by Ctrl-C, half of the time that the engine took before after its first request.
  /// - Returns: the seconds from then until it was idle; nothing if it was done before, or had not begun.
  /// - Throws: as `run`.
  func runCancelled(_ engine: String) throws -> [Figure: Double] {
    let figures = try atHalfTime(engine) { try report(of: engine, ending: Self.endings)?.compared }
    return figures?.filter { $0.key == .cancelToIdle } ?? [:]
  }

  /// A run of which every event is recorded.
  /// - Throws: as `run`.
  func watch(_ engine: String, isCancelled: Bool) throws -> WorkerTimeline {
    let folder = try TemporaryFolder()
    let events = folder.output.file("events.jsonl")
    let run = { [self] in _ = try report(of: engine, ending: Self.endings, more: ["--events", events]) }
    if isCancelled { try atHalfTime(engine, run) } else { try run() }
    do {
      return try WorkerTimeline(engine: engine, events: Data(contentsOf: URL(fileURLWithPath: events)))
    } catch {
      throw RunFailure.failed("what it recorded cannot be read: \(error)")
    }
  }

  private static let endings = ExitStatus.interruptions + [ExitStatus.success, ExitStatus.somePhotosFailed]

  /// Interrupts the run that `body` makes, half of its usual time after its first request.
  private func atHalfTime<Value>(_ engine: String, _ body: () throws -> Value) rethrows -> Value {
    let (process, half) = (process, (walls[engine] ?? 0) / 2)
    let run = Locked((hasBegun: false, isOver: false))
    server?.handler = { _ in
      let hasBegun = run.withLock { run in
        defer { run.hasBegun = true }
        return run.hasBegun
      }
      if hasBegun { return nil }
      DispatchQueue.global().asyncAfter(deadline: .now() + half) {
        // Under the lock, so that it cannot meet the next run.
        run.withLock { if !$0.isOver { process.interrupt() } }
      }
      return nil
    }
    defer {
      run.withLock { $0.isOver = true }
      server?.handler = nil
    }
    return try body()
  }

  /// - Parameter statuses: those that a run may end with.
  /// - Returns: nil for a run that was interrupted before it had anything to report.
  private func report(
    of engine: String, ending statuses: [Int32], more: [String] = []
  ) throws -> ComparedWorkload.Report? {
    // Anew for each, as the same requests then fare the same.
    server?.faults = options.sample.faults
    let folder = try TemporaryFolder()
    let result = try process.run(
      workload.arguments(
        engine: engine, list: options.list, server: server?.url, output: folder.output.path + "/out",
        seed: options.sample.seed, rest: more + options.rest))
    let report = workload.report(printed: result.output)
    guard statuses.contains(result.status), report != nil || ExitStatus.interruptions.contains(result.status)
    else {
      let reason = report?.error ?? result.complaint
      // Which run found no list is of no interest.
      if result.status == ExitStatus.noList, !reason.isEmpty { throw InputError(reason) }
      throw RunFailure.failed("it ended with status \(result.status)" + (reason.isEmpty ? "" : ": \(reason)"))
    }
    return report
  }
}
