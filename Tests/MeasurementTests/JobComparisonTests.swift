import Foundation
import Testing

@testable import Measurement

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JobComparisonTests {
  private func comparison(gcd: Double = 700) -> Comparison {
    let lengths = JobPlan.lengths.dropFirst().map { length in
      // A job's cost is half its length, because there are two cores, plus the overhead of its engine.
      cell(
        JobLoad(count: 1000, width: 2, length: length),
        [.loop: Double(length), .gcd: Double(length) / 2 + gcd, .operation: Double(length) / 2 + 2600])
    }
    let costs: [JobRunner: Double] = [
      .loop: 1, .dispatch: 450, .dispatchLimited: 500, .gcd: gcd, .operationQueue: 2500, .operation: 2700,
    ]
    return jobs(
      lengths + [
        cell(JobLoad(count: 1000, width: 2), costs), cell(JobLoad(count: 100_000, width: 2), costs),
        cell(JobLoad(count: 1_000_000, width: 2), [.gcd: 750]),
        cell(JobLoad(shape: .chain, count: 1000, width: 2), costs),
      ])
  }

  @Test("The crossover is the shortest length from which on the engines are equal, and the verdict says so")
  func crossover() {
    // The overheads differ by 1,900 ns: 3.7 % of half of 100 µs, and 33 % of half of 10 µs.
    #expect(comparison().crossover == .from(100_000))
    #expect(
      comparison().verdict == "Don't choose by speed if your jobs are independent and take 100 µs or more.")
    #expect(comparison(gcd: 2600).crossover == .from(1000))
    #expect(comparison(gcd: 20_000_000).crossover == .never)
    #expect(comparison(gcd: 20_000_000).verdict.hasPrefix("Speed matters even for the longest jobs"))
    #expect(jobs([], [.gcd]).crossover == nil)
  }

  @Test("A runner whose jobs never wait has no memory of waiting ones")
  func memory() throws {
    let jobs = jobs([cell(JobLoad(count: 100_000, width: 2), [.loop: 1, .gcd: 700, .taskGroup: 900])])
    let table = try #require(jobs.tables.first { $0.title.hasPrefix("Memory") })
    let texts = zip(table.columns, table.rows[0].cells).filter { $1.text != "–" }.map { "\($0) \($1.text)" }
    #expect(texts == ["gcd 500 B"])
  }

  @Test("Engines are compared with gcd, an engine with a trace with itself, and the raw APIs with none")
  func bases() throws {
    let costs: [JobRunner: Double] = [
      .loop: 1, .dispatch: 450, .gcd: 1000, .operation: 2000, .tasks: 500, .traced(.operation): 3000,
    ]
    let row = jobs([cell(JobLoad(shape: .chain, count: 1000, width: 2), costs)]).rows[0]
    let ratios = JobRunner.allCases.enumerated().compactMap { column, runner in
      row.cells[column]?.ratio.map { "\(runner.rawValue) \(($0.ratio * 10).rounded() / 10)" }
    }
    #expect(ratios == ["operation 2.0", "tasks 0.5", "operation-traced 1.5"])
  }

  @Test("Jobs that are added while others run are in no chart of jobs that wait")
  func addedWhileRunning() {
    let live = JobLoad(count: 100_000, width: 2, isAddedWhileRunning: true)
    let jobs = jobs([cell(live, [.gcd: 1150, .operation: 1400])])
    #expect(jobs.byCount.isEmpty && jobs.byLength(.jobTime).isEmpty)
  }

  @Test("A dependent is added before its prerequisite while others run", arguments: JobRunner.usual)
  func batches(runner: JobRunner) {
    #expect(JobAdding(together: 2).batches(of: 3).map(\.added) == [[1, 0], [2]])
    #expect(JobAdding().batches(of: 3).map(\.added) == [[0, 1, 2]])
    let figures = runner.run(JobLoad(shape: .pairs, count: 100, width: 2, isAddedWhileRunning: true))
    #expect(figures[.jobTime] ?? 0 > 0)
  }

  @Test("Runs that stray widely are no proof that the engine makes no difference")
  func noise() {
    let load = JobLoad(count: 1000, width: 2, length: 1_000_000)
    let gcd = (0..<10).map { $0 % 2 == 0 ? 7.5e8 : 2.5e8 }
    let noisy = jobs(
      [cell(load, drains: [.gcd: gcd, .operation: gcd.map { 1e9 - $0 }])], [.gcd, .operation])
    #expect(noisy.rows[0].cells[1]?.ratio?.verdict == .noDifference)
    #expect(noisy.crossover == .undecided)
  }

  @Test("Efficiency is the loop's work by the cores and the time; empty jobs have none")
  func efficiency() throws {
    func values(_ comparison: Comparison, _ length: UInt64, _ runner: JobRunner) -> Comparison.Cell? {
      comparison.byLength(.efficiency).first { $0.load.length == length }.flatMap {
        $0.row.cells[comparison.engines.firstIndex(of: runner.rawValue) ?? 0]
      }
    }
    let gcd = try #require(values(comparison(), 1_000_000, .gcd))
    #expect(abs(gcd.median - 1_000_000 / (2 * 500_700.0)) < 0.002)
    #expect(abs((values(comparison(), 1_000_000, .loop)?.median ?? 0) - 0.5) < 0.001)
    #expect(values(comparison(), 1_000_000, .dispatch) == nil)
    #expect(!comparison().byLength(.efficiency).contains { $0.load.length == 0 })
    // A loop that was delayed once must not make other runners look more efficient.
    let load = JobLoad(count: 1000, width: 2, length: 1000)
    let heldUp = jobs([cell(load, drains: [.loop: [1e6, 9e6, 1e6], .gcd: [5e5, 5e5, 5e5]])])
    #expect(values(heldUp, 1000, .gcd)?.values.map { ($0 * 1e6).rounded() } == [1e6, 1e6, 1e6])
  }

  @Test("Where the runs of a load differ more than twofold, a note names the line")
  func scatter() {
    func notes(slowest: Double) -> String {
      var scattered = cell(JobLoad(count: 10_000, width: 2), [.dispatch: 1000, .gcd: 1500])
      scattered.drains[.gcd]?[3] = slowest * 10_000
      return Record(jobs([scattered])).report.notes.joined()
    }
    #expect(notes(slowest: 3200).contains("same load (gcd), so a bump"))
    #expect(!notes(slowest: 2900).contains("bump"))
  }

  @Test("What comes of the runs is written with them, and both are read again")
  func results() throws {
    let data = try JSONEncoder().encode(comparison())
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    let chain = results.filter { ($0["load"] as? [String: Any])?["shape"] as? String == "chain" }
    #expect(
      chain.compactMap { $0["engine"] as? String } == [
        "loop", "dispatch", "dispatch-limited", "gcd", "operation-queue", "operation",
      ])
    #expect(chain.compactMap { $0["verdict"] as? String } == ["more"])
    let again = try JSONDecoder().decode(Comparison.self, from: data)
    #expect(try JSONEncoder().encode(again.results).count == JSONEncoder().encode(comparison().results).count)
    #expect(again.verdict == comparison().verdict && again.cores == 2)
  }

  @Test("Values that belong to no engine are left out")
  func foreign() throws {
    let strange = """
      {"workload": "photos", "engines": ["gcd"], "runs": [{"block": 0, "column": 7, "figures": {"wall": 1}}]}
      """
    #expect(try JSONDecoder().decode(Comparison.self, from: Data(strange.utf8)).rows.isEmpty)
  }

  @Test("What lies beyond an axis is drawn at its end")
  func beyond() {
    let axis = LineChart.Axis(title: "", isLogarithmic: false, ticks: [(0, ""), (100, "")])
    #expect([-50, 0, 50, 100, 600].map(axis.share) == [0, 0, 0.5, 1, 1])
  }

  @Test("No load's bodies take longer than the bound, and none comes twice")
  func plan() {
    for plan in [JobPlan.usual(cores: 8), JobPlan.full(cores: 8)] {
      #expect(Set(plan).count == plan.count)
      for load in plan { #expect(load.length * UInt64(load.count) <= JobPlan.work) }
    }
    #expect(Set(JobPlan.full(cores: 8).map(\.width)) == [1, 8, 64])
  }

  @Test("Every runner runs every shape to its end", arguments: JobRunner.allCases, JobLoad.Shape.allCases)
  func runs(runner: JobRunner, shape: JobLoad.Shape) async {
    for count in [1, 2, 3, 50] {
      let load = JobLoad(shape: shape, count: count, width: 2, length: 1000)
      let figures = await withCheckedContinuation { done in
        Thread { done.resume(returning: runner.run(load)) }.start()
      }
      #expect(figures[.jobTime] ?? 0 > 0)
    }
  }

  @Test("The charts are well-formed, have a line for each runner, and know the dark")
  func charts() throws {
    let charts = comparison().charts
    #expect(charts.map(\.name) == ["efficiency.svg", "cost.svg"])
    for (name, chart) in charts.map({ ($0.name, $0.drawing) }) {
      #expect(XMLParser(data: Data(chart.utf8)).parse())
      #expect(chart.contains("prefers-color-scheme:dark"))
      #expect(chart.contains(">gcd</text>") && chart.contains(">operation</text>"), "\(name)")
      #expect(!chart.contains("nan") && !chart.contains("inf"), "\(name)")
    }
    #expect(charts.first?.drawing.contains("from 100 µs on, gcd and operation") == true)
    // A long label at the right end must fit.
    let chart = LineChart(
      title: "a", x: .init(title: "b", isLogarithmic: false, ticks: [(0, "0"), (1, "1,000,000")]),
      y: .init(title: "c", isLogarithmic: false, ticks: [(0, "0"), (1, "1")]), lines: [])
    #expect(chart.svg().contains("class=\"label end\">1,000,000</text>"))
    #expect(jobs([]).charts.isEmpty)
  }
}

/// The runs of one load by runner.
typealias LoadRuns = (load: JobLoad, drains: [JobRunner: [Double]])

/// Creates runs from each runner's nanoseconds per job, with ten runs that deviate slightly.
func cell(_ load: JobLoad, _ costs: [JobRunner: Double]) -> LoadRuns {
  let strays = (0..<10).map { 1 + 0.001 * Double($0 % 3) }
  return cell(load, drains: costs.mapValues { cost in strays.map { cost * Double(load.count) * $0 } })
}

/// Creates runs from the nanoseconds of each.
func cell(_ load: JobLoad, drains: [JobRunner: [Double]]) -> LoadRuns { (load, drains) }

/// Creates a comparison on two cores. Waiting jobs take 500 bytes each.
func jobs(_ cells: [LoadRuns], _ runners: [JobRunner] = JobRunner.allCases) -> Comparison {
  let results = cells.enumerated().flatMap { index, cell in
    runners.enumerated().flatMap { place, runner in
      (cell.drains[runner] ?? []).enumerated().map { block, drain in
        (
          block: block, column: index * runners.count + place,
          figures: cell.load.figures(runner, time: drain, memory: Double(cell.load.count) * 500)
        )
      }
    }
  }
  return Comparison(
    workload: "jobs", engines: runners.map(\.rawValue), loads: cells.map(\.load), cores: 2, results: results)
}
