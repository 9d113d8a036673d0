import ArgumentParser
import Foundation
import Workloads

/// The part of a list that one machine of several runs, and where its files go.
struct ShardOptions: ParsableArguments {
  @Option(
    help: .about(
      "Run only this part of the list, such as 3/16; “auto” takes it from a Slurm array or a Kubernetes Indexed Job.",
      "part"))
  var shard: String?

  @Flag(help: "Spread the files over 256 folders, by a stable hash of their names.")
  var fanOut = false

  func validate() throws { _ = try part() }

  /// - Throws: `ValidationError`, where there is no such part.
  func part(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Shard? {
    guard let shard else { return nil }
    if shard == "auto" { return try Shard(environment: environment) }
    guard let part = Shard(shard) else {
      throw ValidationError("--shard must be a part such as 3/16, or auto, not “\(oneLine(shard))”.")
    }
    return part
  }
}

extension Shard {
  /// The part that a scheduler has given to this process: `SLURM_ARRAY_TASK_ID` with `_MIN`, `_STEP` and `_COUNT`
  /// (sbatch(1), “Output environment variables”); or `JOB_COMPLETION_INDEX`, which Kubernetes sets, from 0, with
  /// `JOB_COMPLETIONS`, which the manifest has to set to the number of completions.
  /// - Throws: `ValidationError`, where none of them says which part of how many.
  init(environment: [String: String]) throws {
    func number(_ name: String, or fallback: Int? = nil) throws -> Int {
      guard let text = environment[name] else {
        if let fallback { return fallback }
        throw ValidationError("--shard auto needs \(name), which is not set: give a part such as 3/16.")
      }
      // Bounded, so that products and sums of two cannot overflow.
      guard let number = Int(text), (0...1 << 30).contains(number) else {
        throw ValidationError("--shard auto needs a number in \(name), not “\(oneLine(text))”.")
      }
      return number
    }

    let (place, count): (Int, Int)
    if environment["SLURM_ARRAY_TASK_ID"] != nil {
      let id = try number("SLURM_ARRAY_TASK_ID")
      let first = try number("SLURM_ARRAY_TASK_MIN")
      let step = max(1, try number("SLURM_ARRAY_TASK_STEP", or: 1))
      count = try number("SLURM_ARRAY_TASK_COUNT")
      let last = try number("SLURM_ARRAY_TASK_MAX", or: first + (count - 1) * step)
      // An array of the tasks that died has another count, and its parts would be others.
      guard count > 1, first <= 1, last == first + (count - 1) * step else {
        throw ValidationError(
          "--shard auto needs the whole array, from 0 or 1 on without gaps; this one has \(count) of the tasks \(first) to "
            + "\(last). Run one part again with --shard, such as 3/16, or with scontrol requeue.")
      }
      place = (id - first) / step
    } else if environment["JOB_COMPLETION_INDEX"] != nil {
      place = try number("JOB_COMPLETION_INDEX")
      count = try number("JOB_COMPLETIONS")
    } else {
      throw ValidationError(
        "--shard auto needs a Slurm array or a Kubernetes Indexed Job, and this is neither: give a part such as 3/16."
      )
    }
    guard let part = Shard(place + 1, of: count) else {
      throw ValidationError("--shard auto found part \(place + 1) of \(count), which does not exist.")
    }
    self = part
  }
}
