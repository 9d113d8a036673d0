import Foundation
import Testing

@testable import Measurement

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JobComparisonTests {
  private func comparison(
    limited: Double = 500, gcd: Double = 700, million: Double = 750
  ) -> JobComparison {
    let lengths = JobPlan.lengths.dropFirst().map { length in
      // A job's cost is half its length, because there are two cores, plus the overhead of its engine.
      cell(
        JobLoad(count: 1000, width: 2, length: length),
        [
          .loop: Double(length), .gcd: Double(length) / 2 + gcd, .operation: Double(length) / 2 + 2600,
        ])
    }
    let costs: [JobRunner: Double] = [
      .loop: 1, .dispatch: 450, .dispatchLimited: limited, .gcd: gcd, .operationQueue: 2500, .operation: 2700,
    ]
    return JobComparison(
      runners: JobRunner.allCases, cores: 2,
      cells: lengths + [
        cell(JobLoad(count: 1000, width: 2), costs), cell(JobLoad(count: 100_000, width: 2), costs),
        cell(JobLoad(count: 1_000_000, width: 2), [.gcd: million]),
        cell(JobLoad(shape: .chain, count: 1000, width: 2), costs),
      ])
  }

  @Test("The crossover is the shortest length from which on the engines are equal")
  func crossover() {
    // The overheads differ by 1,900 ns: 3.7 % of half of 100 µs, and 33 % of half of 10 µs.
    #expect(comparison().crossover == .from(100_000))
    #expect(comparison(gcd: 2600).crossover == .from(1000))
    #expect(comparison(gcd: 20_000_000).crossover == .never)
    #expect(JobComparison(runners: [.gcd], cores: 2, cells: []).crossover == nil)
  }

  @Test("A runner whose jobs never wait says why it has no memory of waiting ones")
  func memory() throws {
    let jobs = JobComparison(
      runners: [.loop, .gcd, .taskGroup], cores: 2,
      cells: [cell(JobLoad(count: 100_000, width: 2), [.loop: 1, .gcd: 700, .taskGroup: 900])])
    let table = try #require(jobs.tables.first { $0.title.hasPrefix("Memory") })
    #expect(table.rows.first?.suffix(3) == ["makes no jobs", "500 B", "starts immediately"])
  }

  @Test("Of jobs that depend on others, the shape in which the engines differ most is named")
  func dependent() {
    func cell(_ shape: JobLoad.Shape, _ operation: Double) -> JobComparison.Cell {
      MeasurementTests.cell(
        JobLoad(shape: shape, count: 1000, width: 2, length: 100_000), [.gcd: 1000, .operation: operation])
    }
    func worst(_ cells: [JobComparison.Cell]) -> JobLoad.Shape? {
      JobComparison(runners: [.gcd, .operation], cores: 2, cells: cells).dependent(100_000)?.shape
    }
    #expect(worst([cell(.chain, 1050), cell(.fan, 1100), cell(.independent, 3000)]) == .fan)
    // Half the time is as far from 1 as twice the time.
    #expect(worst([cell(.chain, 400), cell(.fan, 2000)]) == .chain)
    #expect(worst([cell(.independent, 3000)]) == nil)
  }

  @Test("Jobs that are added while others run are in no chart of jobs that wait")
  func addedWhileRunning() {
    let live = { cell(JobLoad(shape: $0, count: 100_000, width: 2, isAddedWhileRunning: true), $1) }
    let jobs = JobComparison(
      runners: JobRunner.usual, cores: 2,
      cells: [
        live(.independent, [.dispatchLimited: 1000, .gcd: 1150, .operationQueue: 1000, .operation: 1400]),
        live(.pairs, [.operationQueue: 1000, .operation: 1300]),
      ])
    #expect(jobs.byCount.isEmpty && jobs.byLength.isEmpty && jobs.dependent(0) == nil)
  }

  @Test("A dependent is added before its prerequisite while others run", arguments: JobRunner.usual)
  func batches(runner: JobRunner) {
    #expect(JobAdding.running(together: 2).batches(of: 3).map(\.added) == [[1, 0], [2]])
    #expect(JobAdding.suspended.batches(of: 3).map(\.added) == [[0, 1, 2]])
    let timing = runner.run(JobLoad(shape: .pairs, count: 100, width: 2, isAddedWhileRunning: true))
    #expect(timing.fill + timing.drain > 0)
  }

  @Test("Runs that stray widely are no proof that the engine makes no difference")
  func noise() {
    let load = JobLoad(count: 1000, width: 2, length: 1_000_000)
    let gcd = (0..<10).map { $0 % 2 == 0 ? 7.5e8 : 2.5e8 }
    let noisy = JobComparison(
      runners: [.gcd, .operation], cores: 2,
      cells: [cell(load, drains: [.gcd: gcd, .operation: gcd.map { 1e9 - $0 }])])
    #expect(noisy.byLength.first?.ratio(.operation, to: .gcd)?.verdict == .noDifference)
    #expect(noisy.crossover == .undecided)
  }

  @Test("Efficiency is the loop's work by the cores and the time; empty jobs have none")
  func efficiency() throws {
    let cells = comparison().byLength
    let millisecond = try #require(cells.first { $0.load.length == 1_000_000 })
    let gcd = try #require(millisecond.efficiency(.gcd, cores: 2))
    #expect(abs(gcd.median - 1_000_000 / (2 * 500_700.0)) < 0.002)
    #expect(abs((millisecond.efficiency(.loop, cores: 2)?.median ?? 0) - 0.5) < 0.001)
    #expect(millisecond.efficiency(.dispatch, cores: 2) == nil)
    #expect(cells.first?.efficiency(.gcd, cores: 2) == nil)
    #expect(cells.first?.load.length == 0 && cells.first?.load.count == 100_000)
    // A loop that was delayed once must not make other runners look more efficient.
    let load = JobLoad(count: 1000, width: 2, length: 1000)
    let heldUp = cell(load, drains: [.loop: [1e6, 9e6, 1e6], .gcd: [5e5, 5e5, 5e5]])
    #expect(heldUp.efficiency(.gcd, cores: 2)?.values == [1, 1, 1])
  }

  @Test("What comes of the runs is written with them: costs, ratios and the crossover")
  func results() throws {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(comparison())) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    let chain = results.filter { ($0["load"] as? [String: Any])?["shape"] as? String == "chain" }
    #expect(
      chain.compactMap { $0["runner"] as? String } == [
        "loop", "dispatch", "dispatch-limited", "gcd", "operation-queue", "operation",
      ])
    #expect(chain.compactMap { $0["verdict"] as? String } == ["less", "more", "more", "more", "more"])
    #expect(json?["crossover"] as? String == "from 100 µs")
    let again = try JSONDecoder().decode(JobComparison.self, from: JSONEncoder().encode(comparison()))
    #expect(again.cells.count == comparison().cells.count)
  }

  @Test("What lies beyond an axis is drawn at its end")
  func beyond() {
    let axis = LineChart.Axis(title: "", isLogarithmic: false, ticks: [(0, ""), (100, "")])
    #expect([-50, 0, 50, 100, 600].map(axis.share) == [0, 0, 0.5, 1, 1])
  }

  @Test("A name stands where no other line is near, and on no other name")
  func names() {
    // Three lines that meet on the right, like efficiencies.
    let lines = [100.0, 200, 300].map {
      [(x: 0.0, y: $0), (x: 300.0, y: 150.0 + $0 / 100), (x: 600.0, y: 150.0)]
    }
    let places = LineNames(["one", "two", "three"], of: lines, left: 0, right: 600, top: 0, bottom: 400)
      .places
    for (place, line) in zip(places, lines) {
      let own = line[0].y + (line[1].y - line[0].y) * place.x / 300
      #expect(place.x < 150 && abs(place.y - own) < 20)
    }
    #expect(Set(places.map { Int($0.y / 20) }).count == 3)
  }

  @Test("No load's bodies take longer than the bound, and none comes twice")
  func plan() {
    for plan in [JobPlan.usual(cores: 8, rate: SpinRate()), JobPlan.full(cores: 8, rate: SpinRate())] {
      #expect(Set(plan).count == plan.count)
      for load in plan { #expect(load.length * UInt64(load.count) <= JobPlan.work) }
    }
    #expect(Set(JobPlan.full(cores: 8, rate: SpinRate()).map(\.width)) == [1, 8, 64])
  }

  @Test("Every runner runs every shape to its end", arguments: JobRunner.allCases, JobLoad.Shape.allCases)
  func runs(runner: JobRunner, shape: JobLoad.Shape) async {
    for count in [1, 2, 3, 50] {
      let load = JobLoad(shape: shape, count: count, width: 2, length: 1000)
      let timing = await withCheckedContinuation { done in
        Thread { done.resume(returning: runner.run(load)) }.start()
      }
      #expect(timing.drain > 0)
    }
  }

  @Test("The charts are well-formed, have a line for each runner, and know the dark")
  func charts() throws {
    for name in JobChart.allCases {
      let chart = try #require(name.drawing(comparison()))
      #expect(XMLParser(data: Data(chart.utf8)).parse())
      #expect(chart.contains("prefers-color-scheme:dark"))
      #expect(chart.contains(">gcd</text>") && chart.contains(">operation</text>"), "\(name)")
      #expect(!chart.contains("nan") && !chart.contains("inf"), "\(name)")
    }
    let efficiency = JobChart.efficiency.drawing(comparison())
    #expect(efficiency?.contains("from 100 µs on, gcd and operation") == true)
    // A long label at the right end must fit.
    let chart = LineChart(
      title: "a", x: .init(title: "b", isLogarithmic: false, ticks: [(0, "0"), (1, "1,000,000")]),
      y: .init(title: "c", isLogarithmic: false, ticks: [(0, "0"), (1, "1")]), lines: [])
    #expect(chart.svg().contains("class=\"label end\">1,000,000</text>"))
    let nothing = JobComparison(runners: [.gcd], cores: 2, cells: [])
    #expect(JobChart.allCases.allSatisfy { $0.drawing(nothing) == nil })
  }
}

/// Creates a cell from each runner's nanoseconds per job, with ten runs that deviate slightly.
func cell(_ load: JobLoad, _ costs: [JobRunner: Double]) -> JobComparison.Cell {
  let strays = (0..<10).map { 1 + 0.001 * Double($0 % 3) }
  return cell(load, drains: costs.mapValues { cost in strays.map { cost * Double(load.count) * $0 } })
}

/// Creates a cell from the nanoseconds of each run. Waiting jobs take 500 bytes each.
func cell(_ load: JobLoad, drains: [JobRunner: [Double]]) -> JobComparison.Cell {
  var cell = JobComparison.Cell(load: load, series: [:])
  for (runner, drains) in drains {
    for drain in drains {
      cell.series[runner.rawValue, default: JobComparison.Series()].append(
        JobTiming(fill: 0, drain: UInt64(drain), memory: load.count * 500))
    }
  }
  return cell
}
