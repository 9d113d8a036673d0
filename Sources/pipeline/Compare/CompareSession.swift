import Foundation
import Measurement
import Workloads

/// What is compared: makes all runs.
protocol CompareTask {
  /// Blocks the calling thread. When interrupted, what has been compared until then is the result, if there is any.
  /// - Throws: `FreshProcess.Failure`, `RunFailure`, `OutputError`, `WebServerError`.
  func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> any CompareResult
}

/// Its result.
protocol CompareResult {
  /// Of the file, and of the marks on pages.
  var name: String { get }
  /// How many runs of each were complete when the comparison was interrupted; nil when it was not.
  var interruptedAfter: Int? { get }
  /// Drawings by the names of their files.
  var pictures: [String: String] { get }
  func json() throws -> Data
  /// The record of the runs that were watched; nil where none ever are.
  func timelines() throws -> Data?
  /// - Parameter width: of its tables, in columns, as far as can be.
  func text(_ style: Style, width: Int) -> String
  func markdown() -> String
  /// Its paragraphs alone; empty where no page has a place for them.
  var findings: String { get }
  /// A page of its own, where there is one.
  func report() -> String?
}

extension CompareResult {
  func timelines() throws -> Data? { nil }
  var findings: String { "" }
}

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
    place = options.record ? try .inRepository(for: Self.mark(options.workload.name)) : nil
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
      let result = try options.task.compare(with: process, progress)
      progress.clear()
      try show(result)
      if let runs = result.interruptedAfter {
        let kept = options.record || options.report != nil ? ": nothing was written" : ""
        Terminal.error.say(
          "pipeline: interrupted after \(runs) of \(counted(options.runs, "run")) of each engine\(kept)\n")
        return ExitStatus.interrupted
      }
      try write(result)
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

  private func show(_ result: any CompareResult) throws {
    if options.json {
      Terminal.output.write(String(decoding: try result.json(), as: UTF8.self))
    } else {
      let terminal = Terminal.output
      terminal.say(
        result.text(
          Style(usesColor: terminal.usesColor), width: terminal.isInteractive ? terminal.size.columns : .max))
    }
  }

  /// All is made before the first file is written.
  private func write(_ result: any CompareResult) throws {
    let page = result.report()
    var files = ["Results/\(result.name).json": try result.json()]
    files["Results/\(result.name)-timelines.json"] = try result.timelines()
    for (name, drawing) in result.pictures { files["Pictures/\(name)"] = Data(drawing.utf8) }
    if let report, let page { try report.write(page) }
    let mark = Self.mark(result.name)
    try place?.write(
      files, [mark: result.markdown(), "findings:\(result.name)": result.findings], for: mark)
  }

  private static func mark(_ workload: String) -> String { "compare:\(workload)" }
}

/// A failure with the run it came from.
func named<Value>(_ run: String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as FreshProcess.Failure {
    // Not the run's fault, and known by its load.
    switch error {
    case .stopped, .tooSlow: throw error
    default: throw RunFailure(reason: "\(run): \(error)")
    }
  } catch let error as RunFailure {
    throw RunFailure(reason: "\(run): \(error.reason)")
  }
}

/// A run that gave nothing to compare.
struct RunFailure: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
