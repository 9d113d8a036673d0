import Engines
import Testing
import Timelines

@testable import Measurement

@Suite("Ways to run jobs")
struct JobRunnerTests {
  @Test("Each engine has a color; parallel ones are compared, also traced", arguments: EngineName.allCases)
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
    #expect(JobRunner(rawValue: "serial") == nil)
  }
}
