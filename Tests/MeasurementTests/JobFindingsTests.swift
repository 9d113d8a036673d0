import Testing

@testable import Measurement

@Suite("What a comparison of jobs comes to")
struct JobFindingsTests {
  private func findings(operationQueue: Double) -> String {
    let chain = JobLoad(shape: .chain, count: 1000, width: 2)
    func costs(_ factor: Double) -> [JobRunner: Double] {
      [.dispatch: 1000, .operationQueue: 1000 * factor]
    }
    var (longer, other, fewer) = (chain, chain, chain)
    longer.length = 100_000
    other.width = 64
    fewer.count = 100
    return JobComparison(
      runners: [.dispatch, .operationQueue], cores: 2,
      cells: [
        cell(JobLoad(count: 100_000, width: 2), costs(3)), cell(chain, costs(operationQueue)),
        cell(longer, costs(1.5)), cell(other, costs(200)), cell(fewer, costs(1.1)),
        cell(JobLoad(shape: .pairs, count: 1000, width: 2), costs(1.2)),
      ]
    ).findings.joined()
  }

  @Test(
    "The slowest shape, if one is slower, is named with one number of jobs, at as many at a time as there are cores"
  )
  func slowestShape() {
    let words = findings(operationQueue: 40)
    #expect(words.contains("“chain”: of 1,000 jobs, an empty one takes 40 times"))
    #expect(words.contains("one of 100 µs takes 1.50 times"))
    #expect(words.matches(of: /an empty one/).count == 1)
    #expect(!words.contains("200 times"))
    let (independent, chain) = (
      JobLoad(count: 100_000, width: 2), JobLoad(shape: .chain, count: 1000, width: 2)
    )
    let faster = [independent, chain].map { cell($0, [.dispatch: 1000, .operationQueue: 900]) }
    let comparison = JobComparison(runners: [.dispatch, .operationQueue], cores: 2, cells: faster)
    #expect(!comparison.findings.joined().contains("slowest"))
  }

  @Test("Where the runs of a load differ more than twofold, a sentence names the line, and a table both ends")
  func scatter() {
    let (steady, load) = (JobLoad(count: 100_000, width: 2), JobLoad(count: 10_000, width: 2))
    let costs: [JobRunner: Double] = [.dispatch: 1000, .gcd: 1500]
    func comparison(slowest: Double) -> JobComparison {
      var scattered = cell(load, costs)
      scattered.series[JobRunner.gcd.rawValue]?.drain[3] = slowest * 10_000
      return JobComparison(runners: [.dispatch, .gcd], cores: 2, cells: [cell(steady, costs), scattered])
    }
    let scattered = comparison(slowest: 3200)
    #expect(scattered.findings.joined().contains("same load (gcd), so a bump"))
    let table = scattered.tables.first { $0.title.contains("more than twice") }
    #expect(table?.head.last == "gcd")
    #expect(table?.rows == [["independent", "empty", "2", "10,000", "1,500 to 3,200 ns"]])
    let agreeing = comparison(slowest: 2900)
    #expect(!agreeing.findings.joined().contains("bump"))
    #expect(!agreeing.tables.contains { $0.title.contains("more than twice") })
  }
}
