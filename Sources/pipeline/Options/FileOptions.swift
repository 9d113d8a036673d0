import ArgumentParser
import Base
import Foundation
import Measurement
import Transport
import Workloads

/// Options for a folder with files of earlier runs, or that another run is using.
struct FolderOptions: ParsableArguments {
  @Flag var whenInUse: WhenInUse?

  @Flag(help: .rare("Check the contents of existing files, and not only their sizes."))
  var verify = false

  /// Rejects checks of existing files if they are made again anyway.
  /// - Parameters:
  ///   - refresh: Whether `--refresh` is given.
  ///   - remakesSamples: Whether the run makes the sample photos, which every run makes again.
  /// - Throws: `ValidationError`.
  func refuseConflicts(force: Bool, refresh: Bool = false, remakesSamples: Bool) throws {
    for (option, isGiven) in [("--refresh", refresh), ("--verify", verify)] where isGiven {
      if force {
        throw ValidationError("--force redoes everything, \(option) only what has changed: give one of them.")
      }
      if remakesSamples {
        throw ValidationError(
          "\(option) is for a list: every run makes the sample photos again. Leave it out.")
      }
    }
  }
}

extension WhenInUse: EnumerableFlag {
  public static func help(for value: WhenInUse) -> ArgumentHelp? {
    switch value {
    case .takeOver:
      .rare("End another run that is using the folder, as Ctrl-C does, and begin when it has ended.")
    case .wait: .rare("Begin when another run that is using the folder has ended.")
    }
  }
}

/// Options for the names of a run's files, and for the list of failures.
struct FileOptions: ParsableArguments {
  @Option(
    help: .rare(
      "The names of files: {name} is from the list, and {number} the position in it, as in '{name}-{number:3}.{ext}'.",
      "template"), transform: { try NameTemplate($0) })
  var name: NameTemplate?

  @Option(
    help: .rare(
      "Write failures as a list that can be given to the same command again.", "file"),
    completion: .file())
  var failures: String?

  @Flag(help: "Show what would be done, without doing it.")
  var dryRun = false

  func validate() throws { try refuseEmpty(failures, of: "--failures") }

  var outputs: [NamedFile] { [NamedFile("--failures", failures)].compactMap(\.self) }

  /// Rejects reports of a run if nothing is run.
  /// - Throws: `ValidationError`.
  func refuseConflicts(_ traces: TraceOptions) throws {
    guard dryRun, failures != nil || traces.isUsed else { return }
    throw ValidationError(
      "--dry-run runs nothing: leave out --failures, --trace, --events and --record-jobs.")
  }

  /// Checks that the list of failures can be written.
  /// - Throws: `OutputError`.
  func check() throws { if let failures { try OutputPlace(failures, for: "the list of failures").check() } }

  /// Writes the failures as a list that can be given to the same command again.
  /// - Returns: `status`, or `ExitStatus.cannotWrite` if writing failed.
  func write(_ failed: FailureList, status: Int32) -> Int32 {
    guard let failures else { return status }
    do {
      // The list must work when it is given to the command again, so passwords stay in it.
      try OutputPlace(failures, for: "the list of failures").write(
        Self.list(of: Array(failed)), isPrivate: failed.contains { URLPassword.isPresent(in: $0.url) })
      if failed.omitted > 0 {
        Terminal.error.write(
          "pipeline: “\(oneLine(failures))” contains only the first \(failed.count) of "
            + "\(failed.total) failures\n")
      }
      return status
    } catch {
      report(error)
      return ExitStatus.cannotWrite
    }
  }

  /// Encodes the failures as a JSON array, which may be empty, with one entry per line.
  private static func list(of failed: [Outcome]) throws -> Data {
    struct Entry: Encodable { let name, url, reason: String }
    let entries = try failed.map { failure in
      let entry = Entry(name: failure.name, url: failure.url, reason: failure.reason)
      return String(decoding: try jsonLine(entry).dropLast(), as: UTF8.self)
    }
    return Data((entries.isEmpty ? "[]\n" : "[\n" + entries.joined(separator: ",\n") + "\n]\n").utf8)
  }
}
