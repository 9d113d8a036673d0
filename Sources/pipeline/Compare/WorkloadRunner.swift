import Base
import Engine
import Foundation
import Measurement
import SampleServer
import Workloads

/// Runs a workload in a fresh process each time. The sample server stays in this process. It is used on one thread.
final class WorkloadRunner {
  let workload: ComparedWorkload
  private let list: String?
  private let sample: SampleOptions
  private let options: [String]
  private let process: FreshProcess
  private let server: SampleServer?
  /// The duration of each engine's latest run, in seconds.
  private var walls: [String: Double] = [:]
  /// The calls of each engine's latest complete run.
  private(set) var calls: [String: APICalls] = [:]
  /// The names of the photos that failed in the first run. Every other run has to fail with the same ones.
  private var failed: [String]?

  /// Starts the sample server, unless the user gave a list.
  /// - Parameters:
  ///   - list: The user's list, or nil for the samples.
  ///   - options: Additional options from the user for every run.
  /// - Throws: `WebServerError`.
  init(
    _ workload: ComparedWorkload, list: String?, _ sample: SampleOptions, options: [String],
    process: FreshProcess
  ) throws {
    (self.workload, self.list, self.sample) = (workload, list, sample)
    (self.options, self.process) = (options, process)
    server = list == nil ? try SampleServer() : nil
  }

  deinit { server?.stop() }

  /// Whether a run can be cancelled halfway. This requires the sample server, which sees when the run begins.
  var canCancel: Bool { server != nil }

  /// Runs the workload to its end.
  /// - Throws: `RunFailure`, `OutputError`, or `InputError` if there is no list.
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
    (walls[engine], calls[engine]) = (report.compared[.wall], report.calls)
    return report.compared
  }

  /// Runs the workload and interrupts it, as Ctrl-C would. The interrupt comes after the run's first request, delayed
  /// by half the duration of the engine's previous run.
  /// - Returns: The seconds from the interrupt until the run was idle, or an empty dictionary if the run had already
  ///   ended or had not begun.
  /// - Throws: The same errors as `run`.
  func runCancelled(_ engine: String) throws -> [Figure: Double] {
    let figures = try atHalfTime(engine) { try report(of: engine, ending: Self.endings)?.compared }
    return figures?.filter { $0.key == .cancelToIdle } ?? [:]
  }

  /// Runs the workload and records every event.
  /// - Throws: The same errors as `run`.
  func watch(_ engine: String, isCancelled: Bool) throws -> WorkerTimeline {
    let folder = try TemporaryFolder()
    let events = folder.output.file("events.jsonl")
    let run = { [self] in _ = try report(of: engine, ending: Self.endings, more: ["--events", events]) }
    if isCancelled { try atHalfTime(engine, run) } else { try run() }
    do {
      return try WorkerTimeline(engine: engine, events: Data(contentsOf: URL(fileURLWithPath: events)))
    } catch {
      throw RunFailure.failed("its recording cannot be read: \(error)")
    }
  }

  private static let endings = ExitStatus.interruptions + [ExitStatus.success, ExitStatus.somePhotosFailed]

  /// Interrupts the run that `body` performs. The interrupt comes after the run's first request, delayed by half the
  /// duration of the engine's previous run.
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
        // Interrupts under the lock, so that the signal can't hit the next run.
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

  /// Runs the workload, and reads its report.
  /// - Parameter statuses: The acceptable exit statuses.
  /// - Returns: Nil if the run was interrupted before it had anything to report.
  private func report(
    of engine: String, ending statuses: [Int32], more: [String] = []
  ) throws -> ComparedWorkload.Report? {
    // The faults are set again for each run, so that the same requests get the same faults.
    server?.faults = sample.faults
    let folder = try TemporaryFolder()
    let result = try process.run(
      workload.arguments(
        engine: engine, list: list, server: server?.url, output: folder.output.path + "/out",
        seed: sample.usedSeed, rest: more + options))
    let report = workload.report(printed: result.output)
    guard statuses.contains(result.status), report != nil || ExitStatus.interruptions.contains(result.status)
    else {
      let reason = report?.error ?? result.complaint
      // A missing list affects every run, so the message doesn't name one.
      if result.status == ExitStatus.noList, !reason.isEmpty { throw InputError(reason) }
      throw RunFailure.failed("it ended with status \(result.status)" + (reason.isEmpty ? "" : ": \(reason)"))
    }
    return report
  }
}
