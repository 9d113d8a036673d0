import ArgumentParser
import Testing
import Workloads

@testable import pipeline

@Suite("Parts that a scheduler gives out")
struct ShardOptionsTests {
  private static func slurm(_ id: Int, from first: Int, to last: Int, step: Int = 1, count: Int) -> [String:
    String]
  {
    [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)", "SLURM_ARRAY_TASK_MAX": "\(last)",
      "SLURM_ARRAY_TASK_STEP": "\(step)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
  }

  @Test("A Slurm array counts from 0 or from 1, by ones or more, and its tasks are all the parts")
  func slurmArray() throws {
    for (first, step) in [(0, 1), (1, 1), (0, 2), (1, 5)] {
      let ids = (0..<16).map { first + $0 * step }
      let parts = try ids.map {
        try Shard(environment: Self.slurm($0, from: first, to: ids[15], step: step, count: 16))
      }
      #expect(parts.map(\.description) == (1...16).map { "\($0)/16" })
    }
  }

  @Test("A Kubernetes Indexed Job counts from 0")
  func kubernetes() throws {
    let part = try Shard(environment: ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "16"])
    #expect("\(part)" == "1/16")
  }

  @Test(
    "An environment that does not say which part of how many is refused with what is wrong",
    arguments: [
      ([:], "this is neither"),
      (["JOB_COMPLETION_INDEX": "3"], "JOB_COMPLETIONS, which is not set"),
      (["JOB_COMPLETION_INDEX": "x", "JOB_COMPLETIONS": "16"], "“x”"),
      (["JOB_COMPLETION_INDEX": "16", "JOB_COMPLETIONS": "16"], "part 17 of 16"),
      (["SLURM_ARRAY_TASK_ID": "3"], "SLURM_ARRAY_TASK_MIN, which is not set"),
      (["JOB_COMPLETION_INDEX": "\(Int.max)", "JOB_COMPLETIONS": "16"], "“9223372036854775807”"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "\(Int.max)",
          "SLURM_ARRAY_TASK_STEP": "2",
        ], "“9223372036854775807”"
      ),
      // An array with only some of the tasks would have different parts than before.
      (slurm(3, from: 3, to: 3, count: 1), "scontrol requeue"),
      (slurm(3, from: 3, to: 4, count: 2), "scontrol requeue"),
      (slurm(1, from: 1, to: 7, count: 2), "scontrol requeue"),
    ] as [([String: String], String)])
  func refused(environment: [String: String], words: String) {
    let error = #expect(throws: ValidationError.self) { try Shard(environment: environment) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
