import Foundation
import Measurement
import Workloads

/// A job graph of the user's, replayed by each runner by turns.
struct CompareGraph: CompareTask {
  let file: String
  let runners: [JobRunner]
  let options: CompareCommand

  func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> any CompareResult {
    let graph = try read()
    let rate = SpinRate.measured()
    // Every run replays what was checked, whatever becomes of the file meanwhile.
    let folder = try TemporaryFolder()
    let copy = folder.output.file("graph.jsonl")
    try graph.lines().write(to: URL(fileURLWithPath: copy))
    func run(_ runner: JobRunner) throws -> [Figure: Double] {
      let result = try process.run(["run-graph", runner.rawValue, copy, "\(rate.perNanosecond)"])
      guard result.status == ExitStatus.success else {
        throw RunFailure(reason: "it ended with status \(result.status): \(result.complaint)")
      }
      var figures = try JSONDecoder().decode(RunFigures.self, from: result.output).compared
      // Nothing runs on the queue that is watched for stalls.
      figures[.longestStall] = nil
      return figures
    }
    for (index, runner) in runners.enumerated() {
      progress.warmUp(index, of: runners.count, runner.rawValue)
      _ = try named("the warm-up of \(runner.rawValue)") { try run(runner) }
    }
    let order = runOrder(runners.count, blocks: options.runs, seed: options.sample.seed)
    progress.begin(order.count)
    var runs: [Comparison.Run] = []
    var interruptedAfter: Int?
    for (number, next) in order.enumerated() {
      let runner = runners[next.run]
      progress.run(number, runner.rawValue)
      do {
        let figures = try named("run \(number + 1) of \(order.count), \(runner.rawValue)") { try run(runner) }
        runs.append(Comparison.Run(block: next.block, column: next.run, figures: figures))
      } catch FreshProcess.Failure.stopped where next.block > 0 {
        interruptedAfter = next.block
        break
      }
    }
    if let interruptedAfter { runs.removeAll { $0.block >= interruptedAfter } }
    let comparison = Comparison(workload: "jobs", engines: runners.map(\.rawValue), runs: runs)
    return GraphResult(
      comparison,
      about: ([about(graph)] + [try options.earlier()?.words(Record(comparison))].compactMap { $0 }).joined(
        separator: "\n"), interruptedAfter: interruptedAfter)
  }

  private func read() throws -> JobGraph {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw UnreadableGraph(description: "“\(oneLine(file))” cannot be read: \(error.localizedDescription)")
    }
    do { return try JobGraph(lines: data) } catch {
      throw UnreadableGraph(
        description:
          "“\(oneLine(file))” cannot be replayed: \(error); see “Your own jobs” in Comparison/README.md")
    }
  }

  private func about(_ graph: JobGraph) -> String {
    let edges = graph.jobs.reduce(0) { $0 + $1.after.count }
    let run = graph.jobs.reduce(0) { $0 + $1.run }
    let queues = graph.queues.map { "\(oneLine($0.name)) (width \($0.width))" }.joined(separator: ", ")
    var text =
      "\(oneLine(file)): \(counted(graph.jobs.count, "job")), \(counted(edges, "dependency", "dependencies")), "
      + "on \(queues); \(secondsInWords(run)) of work in all."
    let unlimited = runners.filter { $0 == .dispatch || $0 == .taskGroup }.map(\.rawValue)
    if !unlimited.isEmpty { text += " \(unlimited.joined(separator: " and ")): no width, no priorities." }
    return text
  }
}

/// The user's file has no jobs that can be replayed.
struct UnreadableGraph: Error, CustomStringConvertible {
  let description: String
}

private struct GraphResult: CompareResult {
  private let record: Record<Comparison>
  private let table: ComparisonTable
  private let about: String
  let interruptedAfter: Int?

  init(_ comparison: Comparison, about: String, interruptedAfter: Int?) {
    record = Record(comparison)
    table = ComparisonTable(comparison)
    self.about = about
    self.interruptedAfter = interruptedAfter
  }

  var name: String { record.measurement.workload }
  var pictures: [String: String] { [:] }
  func json() throws -> Data { try record.json() }
  func text(_ style: Style, width: Int) -> String { table.text(style, width: width) + about + "\n" }
  func markdown() -> String { table.markdown(record) }
  func report() -> String? { table.report(record, about: about).html() }
}
