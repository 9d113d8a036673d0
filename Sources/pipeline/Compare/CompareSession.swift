import Foundation
import Workloads

/// One `pipeline compare`, from its options to its exit status: the runs have a thread of their own, and the main one
/// stays free.
final class CompareSession: @unchecked Sendable {
  // Safe: never changes, but for `loop`, which the main thread alone uses.
  private let options: CompareCommand
  private let process = FreshProcess()
  private let place: RecordPlace?
  private let report: ReportFile?
  private let loop = MainLoop()

  /// - Throws: `Shortage`; `RecordError`, when what was asked for cannot be written.
  init(_ options: CompareCommand) throws {
    try Resources.check()
    self.options = options
    place = options.record ? try .inRepository(for: CompareRecord.mark(options.workload.name)) : nil
    report = try options.report.map(ReportFile.init)
  }

  func run() -> Int32 {
    let interrupts = Interrupts(stop: { [process] in process.stop() }, leave: { [process] in process.kill() })
    defer { withExtendedLifetime(interrupts) {} }
    let thread = Thread { [self] in
      let status = status()
      DispatchQueue.main.async { self.loop.stop(status) }
    }
    thread.name = "compare"
    thread.start()
    return loop.run()
  }

  private func status() -> Int32 {
    let progress = CompareProgress(Terminal.error)
    defer { progress.clear() }
    do {
      let record = try options.compare(with: process, progress)
      progress.clear()
      record.show(asJSON: options.json, on: .output)
      if let runs = record.interruptedAfter {
        let kept = options.record || options.report != nil ? ": nothing was written" : ""
        Terminal.error.say(
          "pipeline: interrupted after \(runs) of \(counted(options.runs, "run")) of each engine\(kept)\n")
        return ExitStatus.interrupted
      }
      try record.write(to: place, report)
      return ExitStatus.success
    } catch FreshProcess.Failure.stopped {
      progress.clear()
      Terminal.error.say(
        "pipeline: interrupted before every engine had run once: there is nothing to compare\n")
      return ExitStatus.interrupted
    } catch {
      progress.clear()
      Terminal.error.say("pipeline: \(error)\n")
      if error is UnreadableGraph { return ExitStatus.noList }
      return error is RecordError || error is OutputError ? ExitStatus.cannotWrite : 1
    }
  }
}
