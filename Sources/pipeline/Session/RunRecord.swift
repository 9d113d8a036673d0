import Engine
import Foundation
import Measurement
import Workloads

/// The result of a run, which is printed as JSON and read back by other commands. Keys that don't apply to a workload
/// are omitted.
struct RunRecord: Codable {
  var kind: String? = "run"
  let engine: String
  var list: String?
  let out: String
  /// The part of the list that was run, or nil for the whole list.
  var part: ListPlace?
  var listed, wanted, groups: Int?
  /// The number of completed entries. Before 0.2.0, each workload had its own key, which is still written.
  var done, filtered, written, drawn, saved: Int?
  /// The number of entries that a dry run would complete.
  var planned: Int?
  /// The number of completed entries that replaced an outdated or empty file.
  var replaced: Int?
  var skipped: Int?
  /// The first failures.
  let failed: [Failure]
  /// The number of further failures, or nil if there are none.
  let moreFailed: Int?
  var cancelled: Int
  /// The number of poster layers on disk, which is 0 if nothing was written.
  var layers: Int?
  let interrupted: Bool
  /// The names of parts of the list that may have been meant as photos but weren't read as such, or nil if there are
  /// none.
  var passedOver: [String]?
  /// The reason why the run couldn't continue.
  var error: String?
  var bytesFetched: Int
  /// The number of bytes received for photos that weren't finished.
  var bytesWasted: Int?
  let figures: [Figure: Double]
  /// The calls of the engine's API, and the work of our own code. Nil in records of older versions.
  var apiCalls: APICalls?

  /// Creates the record of a run that has ended.
  /// - Parameter key: The key that older versions of the workload had for `done`, if any.
  init(
    _ run: Run, _ session: Session, out: String, figures: [Figure: Double],
    formerly key: WritableKeyPath<Self, Int?>? = nil
  ) {
    engine = session.engineName
    (list, self.out, part) = ("\(session.list)", out, ListPlace(run.part))
    (listed, done) = (run.tally.listed, run.tally.done)
    skipped = run.tally.skipped
    replaced = run.replaced.values.reduce(0, +)
    failed = run.failures.map { Failure($0, broken: session.broken, numbered: run.part.isNumbered) }
    moreFailed = run.tally.omitted > 0 ? run.tally.omitted : nil
    cancelled = run.tally.cancelled
    passedOver = run.passedOver.isEmpty ? nil : run.passedOver
    interrupted = run.isCancelled
    error = run.isCancelled ? nil : run.error.map(describe)
    (bytesFetched, bytesWasted) = (run.bytes.received, run.bytes.received - run.bytes.used)
    self.figures = figures
    apiCalls = session.engine.calls
    if let key { self[keyPath: key] = done }
  }

  /// Reads a record from the output of a run. The record is either the whole output or its last line.
  init?(printed data: Data) {
    let decoder = JSONDecoder()
    let lastLine = data.split(separator: UInt8(ascii: "\n")).last
    guard
      let record = (try? decoder.decode(Self.self, from: data))
        ?? lastLine.flatMap({ try? decoder.decode(Self.self, from: $0) })
    else { return nil }
    self = record
  }

  /// The number of completed entries, also in a record of an older version.
  var doneCount: Int { done ?? filtered ?? saved ?? 0 }

  /// Whether every entry of the part is complete.
  var isWhole: Bool {
    !interrupted && error == nil && failedCount == 0 && cancelled == 0 && doneCount + (skipped ?? 0) == listed
  }

  var isAsExpected: Bool { moreFailed == nil && failed.allSatisfy(\.isExpected) }

  var failedCount: Int { failed.count + (moreFailed ?? 0) }
}

/// A photo or file that failed.
struct Failure: Codable {
  let name: String
  let reason: String
  /// Whether the photo is broken in the sample list on purpose.
  let isExpected: Bool

  /// Creates the record of a failed photo or file.
  /// - Parameter numbered: Whether the position is part of the name.
  init(_ failure: Outcome, broken: Set<String>, numbered: Bool = false) {
    name = numbered ? "\(failure.position) \(failure.name)" : failure.name
    reason = failure.reason
    isExpected = broken.contains(failure.name)
  }
}

/// The part of a list that a run covered.
struct ListPlace: Codable, Equatable {
  /// The part in the form `3/16`.
  let shard: String
  /// The number of entries in the whole list.
  let listLength: Int
  /// A digest of all entries in order, as 16 hexadecimal digits.
  let listDigest: String

  /// Creates the record of a part. Returns nil if the whole list was run.
  init?(_ part: ListPart) {
    guard let shard = part.shard else { return nil }
    self.shard = "\(shard)"
    listLength = part.length
    listDigest = String(format: "%016llx", part.digest)
  }
}
