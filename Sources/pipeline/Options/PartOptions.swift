import ArgumentParser
import Foundation
import Workloads

/// Options for the names of files, and for running one part of a list on each of several machines.
struct PartOptions: ParsableArguments {
  @Option(
    help: .about(
      "The names of files: {name} is from the list, and {number} the position in it, as in '{name}-{number:3}.{ext}'.",
      "template"), transform: { try NameTemplate($0) })
  var name: NameTemplate?

  @Option(
    help: .about(
      "Run only this part of the list, such as 3/16; “auto” takes it from a Slurm array or a Kubernetes Indexed Job.",
      "part"))
  var shard: String?

  @Flag(help: "Spread the files over 256 folders, by a stable hash of their names.")
  var fanOut = false

  func validate() throws { _ = try part() }

  /// Returns the part to run, with the names of its files.
  /// - Parameter isNumbered: Whether files are named by number unless a pattern is given.
  /// - Throws: `ValidationError`, if the part is invalid.
  func listPart(isNumbered: Bool) throws -> ListPart {
    ListPart(try part(), name: name, isNumbered: isNumbered, fansOut: fanOut)
  }

  /// Returns the part to run, or nil for the whole list.
  /// - Throws: `ValidationError`, if the part is invalid.
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
  /// Creates the part that a scheduler has assigned to this process.
  ///
  /// Slurm sets `SLURM_ARRAY_TASK_ID` and the same variable with `_MIN`, `_STEP` and `_COUNT` (sbatch(1), “Output
  /// environment variables”). Kubernetes sets `JOB_COMPLETION_INDEX`, which starts at 0. The manifest has to set
  /// `JOB_COMPLETIONS` to the number of completions.
  /// - Throws: `ValidationError`, if the variables don't give a part and a number of parts.
  init(environment: [String: String]) throws {
    func number(_ name: String, or fallback: Int? = nil) throws -> Int {
      guard let text = environment[name] else {
        if let fallback { return fallback }
        throw ValidationError("--shard auto needs \(name), which is not set: give a part such as 3/16.")
      }
      // Bounded, so that products and sums of two can't overflow.
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
      // An array of only the failed tasks has a smaller count, which would divide the list differently.
      guard count > 1, first <= 1, last == first + (count - 1) * step else {
        throw ValidationError(
          "--shard auto needs a whole array that begins at 0 or 1; this one has \(count) of the tasks \(first) to "
            + "\(last). To run one part again, give it, such as --shard 3/16, or use scontrol requeue.")
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
