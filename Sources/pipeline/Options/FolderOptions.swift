import ArgumentParser
import Base
import Foundation
import Measurement
import Transport
import Workloads

/// Options for a folder with files of earlier runs, or that another run is using, and for the list of failures.
struct FolderOptions: ParsableArguments {
  @Flag(help: "Show what would be done, without doing it.")
  var dryRun = false

  @Flag(help: "Make files that already exist again.")
  var force = false

  @Flag(help: .rare("Make existing files again if the server says that their originals have changed."))
  var refresh = false

  @Flag var whenInUse: WhenInUse?

  @Flag(help: .rare("Check the contents of existing files, and not only their sizes."))
  var verify = false

  @Option(
    help: .rare("Write failures as a list that can be given to the same command again.", "file"),
    completion: .file())
  var failures: String?

  func validate() throws { try refuseEmpty(failures, of: "--failures") }

  var outputs: [NamedFile] { [NamedFile("--failures", failures)].compactMap(\.self) }

  /// Rejects checks of existing files if they are made again anyway, and reports of a run if nothing is run.
  /// - Parameter remakesSamples: Whether the run makes the sample photos, which every run makes again.
  /// - Throws: `ValidationError`.
  func refuseConflicts(_ traces: TraceOptions, remakesSamples: Bool) throws {
    if dryRun, failures != nil || traces.isUsed {
      throw ValidationError(
        "--dry-run runs nothing: leave out --failures, --trace, --events and --record-jobs.")
    }
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

  /// Checks that the list of failures can be written.
  /// - Throws: `OutputError`.
  func check() throws { if let failures { try OutputPlace(failures, for: "the list of failures").check() } }

  /// Writes the failures as a list that can be given to the same command again.
  /// - Returns: `status`, or `ExitStatus.cannotWrite` if writing failed.
  func write(failuresOf run: PhotoRun, status: Int32) -> Int32 {
    guard let failures else { return status }
    let tally = run.tally
    do {
      // The list must work when it is given to the command again, so passwords stay in it.
      try OutputPlace(failures, for: "the list of failures").write(
        Self.list(of: tally.failures, isGrouped: run.plan.isGrouped),
        isPrivate: tally.failures.contains { URLPassword.isPresent(in: $0.url) })
      if tally.omitted > 0 {
        Terminal.error.write(
          "pipeline: “\(oneLine(failures))” contains only the first \(tally.failures.count) of "
            + "\(tally.failed) failures\n")
      }
      return status
    } catch {
      report(error)
      return ExitStatus.cannotWrite
    }
  }

  /// Encodes the failures as a JSON array, which may be empty, with one entry or group per line.
  private static func list(of failed: [Outcome], isGrouped: Bool) throws -> Data {
    struct Entry: Encodable { let name, url, reason: String }
    struct Group: Encodable {
      let house: String
      var monarchs: [Entry] = []
    }
    func array(_ lines: [some Encodable]) throws -> Data {
      let lines = try lines.map { String(decoding: try jsonLine($0).dropLast(), as: UTF8.self) }
      return Data((lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8)
    }
    if !isGrouped {
      return try array(failed.map { Entry(name: $0.name, url: $0.url, reason: $0.reason) })
    }
    var groups: [Group] = []
    for failure in failed {
      // The names are those of the file, because the list may have the same name or group twice.
      let file = URL(fileURLWithPath: failure.file ?? failure.name).deletingPathExtension()
      let house = file.deletingLastPathComponent().lastPathComponent
      if groups.last?.house != house { groups.append(Group(house: house)) }
      groups[groups.count - 1].monarchs.append(
        Entry(name: file.lastPathComponent, url: failure.url, reason: failure.reason))
    }
    return try array(groups)
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
