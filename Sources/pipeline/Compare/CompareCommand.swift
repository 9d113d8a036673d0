import ArgumentParser
import Engines
import Foundation
import Measurement
import Workloads

struct CompareCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Run one workload through several engines in turn.",
    usage: "pipeline compare [<options>] -- [<options for every run> ...]", discussion: discussion("compare"))

  static let details = """
    Engines are \(engineNames.joined(separator: ", ")); with “jobs” also \
    \(everyName.dropFirst(engineNames.count).joined(separator: ", ")), by default \(names(JobRunner.usual)); with a \
    file \(names(JobRunner.graphRunners)).

    Every run is a separate process. The sample server stays in this process, so that its work is not counted. Each \
    engine runs once to warm up, and then as often as --runs says, in blocks whose order is shuffled by --seed. In \
    each block, each engine runs once to its end, and once until it is cancelled halfway.

    Ratios compare an engine with the first one (with “jobs”, with gcd), block by block. Each has an interval, which contains the true ratio \
    in 95 of 100 comparisons. If all of it lies \(PairedRatio.withinEquality) of 1, the engines are “equal”. Otherwise, \
    if it contains 1, “no difference” was found, and one that the interval contains may have been missed. To check \
    that, compare an engine with itself:

      pipeline compare --engines gcd,gcd

    Options after -- are given to every run:

      pipeline compare --workload photos -- --downloads 2 --filters 1

    Instead of a workload's name, give a file with the jobs of another program, or one that --record-jobs or --events \
    wrote. The jobs are replayed, with their queues, prerequisites and times, through the engines and the raw APIs.

      pipeline photos --out filtered --record-jobs jobs.jsonl
      pipeline compare --workload jobs.jsonl

    Ctrl-C stops the comparison, and shows the table of the complete blocks. Nothing is written.

    Exit status: 0 compared, 1 a run failed, 64 wrong usage, 66 no list, or no jobs in the file, 73 cannot write, 130 interrupted.
    """

  @Option(help: .about("The workload.", "name"), completion: .list(Choice.names))
  var workload = Choice.photos(.photos)

  @Option(
    help: .about("The engines (default: \(Self.engineNames.joined(separator: ","))).", "names"),
    completion: .custom { _, _, word in NameList.completions(of: word, among: Self.everyName) })
  var engines: NameList?

  @Option(help: .about("Runs of each engine; an interval requires 6.", "n"))
  var runs = 10

  @Option(help: .about("A file or an http(s) URL; default: the samples.", "list"), completion: .file())
  var list: String?

  @Flag(help: .rare("With “jobs”: every combination of loads, which takes hours instead of minutes."))
  var full = false

  @OptionGroup(title: "Run order, and the sample server if no list is given", visibility: .rare) var sample:
    SampleOptions

  @Flag(help: "Print every run and the results as JSON.")
  var json = false

  @Option(help: .rare("Save every run, and timelines, in a file.", "file.json"), completion: .file())
  var record: String?

  @Option(
    help: .about("Write a page with the table, every run and timelines.", "file.html"),
    completion: .file())
  var report: String?

  @Option(
    help: .rare(
      "Show the changes since an earlier record, which --json printed or --record saved.",
      "file.json"), completion: .file())
  var against: String?

  @Argument(parsing: .postTerminator, help: .about("Options for every run.", "options"))
  var rest: [String] = []

  var outputs: [NamedFile] {
    [NamedFile("--record", record), NamedFile("--report", report)].compactMap(\.self)
  }
  var others: [NamedFile] {
    let ofRuns =
      switch workload {
      case .photos(let photos): photos.files(rest)
      case .graph(let file): [NamedFile("--workload", file)]
      case .jobs: [NamedFile]()
      }
    return ofRuns + NamedFile.inputs(list.map { [$0] } ?? []) + NamedFile.output("--json", isOn: json)
      + [NamedFile("--against", against)].compactMap(\.self)
  }

  func validate() throws {
    try refuseEmpty(record, of: "--record")
    try refuseEmpty(report, of: "--report")
    if runs < 1 { throw ValidationError("--runs must be at least 1, not \(runs).") }
    let known = workload.runners?.map(\.rawValue) ?? Self.engineNames
    for name in engines?.names ?? [] where !known.contains(name) {
      throw ValidationError(
        "--engines accepts \(known.joined(separator: ", ")) here, not “\(oneLine(name))”.")
    }
    if workload.runners != nil, list != nil || sample.isUsed || !rest.isEmpty {
      throw ValidationError(
        "--workload \(oneLine(workload.name)) does not use photos: omit --list, the sample server’s options, "
          + "and everything after --."
      )
    }
    if workload.runners != nil, let names = engines?.names, Set(names).count < names.count {
      throw ValidationError("--workload \(oneLine(workload.name)) accepts each name only once.")
    }
    if case .photos(let photos) = workload { try photos.validate(rest, isServed: list == nil) }
    if workload == .jobs, against != nil {
      throw ValidationError("--against is for runs of photos or of a file.")
    }
    _ = try earlier()
    if workload != .jobs, full { throw ValidationError("--full is for --workload jobs.") }
    if list == "-" {
      throw ValidationError("--list must be a file or URL: standard input can be read only once.")
    }
    try sample.refuseConflicts(isServed: list == nil, usesSeed: true)
  }

  /// Returns the earlier record of the same workload that `--against` names, or nil if the option isn't given.
  /// - Throws: `ValidationError`, if the file isn't such a record.
  func earlier() throws -> Record<Comparison>? {
    guard let against else { return nil }
    let name = "--against “\(oneLine(against))”"
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: against)) } catch {
      throw ValidationError("\(name) cannot be read: \(error.systemReason)")
    }
    guard let record = try? JSONDecoder().decode(Record<Comparison>.self, from: data),
      record.measurement.loads == nil
    else {
      throw ValidationError("\(name) was not written by “pipeline compare --json” or --record.")
    }
    let other = record.measurement.workload
    let own = if case .graph = workload { "jobs" } else { workload.name }
    guard other == own else {
      throw ValidationError("\(name) is about “\(oneLine(other))”, not “\(own)”.")
    }
    return record
  }
}

extension CompareCommand {
  enum Choice: Equatable, ExpressibleByArgument {
    case photos(ComparedWorkload)
    /// Loads of many similar jobs.
    case jobs
    /// The job graph in a file.
    case graph(String)

    static let names = ComparedWorkload.allCases.map(\.rawValue) + ["jobs"]
    static var allValueStrings: [String] { names + ["a file with jobs"] }
    var defaultValueDescription: String { name }

    init(argument: String) {
      if let photos = ComparedWorkload(rawValue: argument) {
        self = .photos(photos)
      } else {
        self = argument == "jobs" ? .jobs : .graph(argument)
      }
    }

    var name: String {
      switch self {
      case .photos(let photos): photos.rawValue
      case .jobs: "jobs"
      case .graph(let file): file
      }
    }

    /// The runners that can run these jobs, or nil if the workload processes photos.
    var runners: [JobRunner]? {
      switch self {
      case .photos: nil
      case .jobs: JobRunner.allCases
      case .graph: JobRunner.graphRunners
      }
    }
  }

  /// The names of all engines, which is also the default value of `--engines`.
  static let engineNames = EngineName.allCases.map(\.rawValue)
  /// Every name that `--engines` accepts with at least one workload.
  private static let everyName =
    engineNames + JobRunner.allCases.map(\.rawValue).filter { !engineNames.contains($0) }

  private static func names(_ runners: [JobRunner]) -> String {
    runners.map(\.rawValue).joined(separator: ", ")
  }
}

/// A comma-separated list of names.
struct NameList: ExpressibleByArgument {
  let names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    if names.isEmpty { return nil }
  }

  /// Completes the last name of an unfinished list.
  static func completions(of word: String, among names: [String]) -> [String] {
    let before = word.lastIndex(of: ",").map { word[...$0] } ?? ""
    return names.map { before + $0 }
  }
}
