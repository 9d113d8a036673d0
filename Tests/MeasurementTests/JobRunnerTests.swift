import Engines
import Testing
import Timelines

@testable import Measurement

@Suite("Ways to run jobs")
struct JobRunnerTests {
  @Test(
    "Every engine has a color, and the parallel ones can be compared, also with a trace",
    arguments: EngineName.allCases)
  func engines(name: EngineName) {
    #expect(Palette(rawValue: name.rawValue) != nil)
    for runner in [JobRunner.engine(name), .traced(name)] {
      #expect(JobRunner.allCases.contains(runner) == EngineName.parallel.contains(name))
    }
    #expect(JobRunner.graphRunners.contains(.engine(name)) == EngineName.parallel.contains(name))
  }

  @Test("A runner is found by its name, and names are unique")
  func names() {
    for runner in JobRunner.allCases { #expect(JobRunner(rawValue: runner.rawValue) == runner) }
    #expect(Set(JobRunner.allCases.map(\.rawValue)).count == JobRunner.allCases.count)
    #expect(JobRunner(rawValue: "serial") == nil)
  }
}
