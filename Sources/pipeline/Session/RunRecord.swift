import Foundation
import Measurement
import Workloads

/// The result of a run, as printed in JSON and read again. Keys that do not apply to a workload are omitted.
struct RunRecord: Codable {
  let engine: String
  var list: String?
  let out: String
  /// Nil for a run of the whole list.
  var part: ListPlace?
  var listed, wanted, groups: Int?
  /// The number done; each workload has a key of its own.
  var filtered, written, drawn, saved: Int?
  /// The number of these that replaced an outdated or empty file.
  var replaced: Int?
  var skipped: Int?
  /// The first that failed.
  let failed: [Failure]
  /// The number of others that failed; nil if there are none.
  let moreFailed: Int?
  var cancelled: Int
  /// Layers of the poster on disk; 0 when nothing was written.
  var layers: Int?
  let interrupted: Bool
  /// Why the run could not go on.
  var error: String?
  var bytesFetched: Int
  /// Bytes of photos that were not finished.
  var bytesWasted: Int?
  let figures: [Figure: Double]

  /// - Parameter isNumbered: whether failures are named with their positions.
  init(
    _ run: WorkloadRun, _ session: Session, out: String, isNumbered: Bool = false, figures: [Figure: Double]
  ) {
    engine = session.engineName
    self.out = out
    failed = run.failures.map { Failure($0, broken: session.broken, numbered: isNumbered) }
    moreFailed = run.failures.omitted > 0 ? run.failures.omitted : nil
    cancelled = run.tally.cancelled
    interrupted = run.isCancelled
    error = run.isCancelled ? nil : run.error.map(describe)
    (bytesFetched, bytesWasted) = (run.bytes.received, run.bytes.wasted)
    self.figures = figures
  }

  /// Reads what a part of a list printed: the whole output, or its last line.
  init?(printed data: Data) {
    let decoder = JSONDecoder()
    let lastLine = data.split(separator: UInt8(ascii: "\n")).last
    guard
      let record = (try? decoder.decode(Self.self, from: data))
        ?? lastLine.flatMap({ try? decoder.decode(Self.self, from: $0) })
    else { return nil }
    self = record
  }

  var done: Int { filtered ?? written ?? drawn ?? saved ?? 0 }

  /// Whether every entry of the part is there.
  var isWhole: Bool {
    !interrupted && error == nil && failedCount == 0 && cancelled == 0 && done + (skipped ?? 0) == listed
  }

  var isAsExpected: Bool { moreFailed == nil && failed.allSatisfy(\.isExpected) }

  var failedCount: Int { failed.count + (moreFailed ?? 0) }
}

/// A photo or file that failed.
struct Failure: Codable {
  let name: String
  let reason: String
  /// Broken in the sample list on purpose.
  let isExpected: Bool

  /// - Parameter numbered: whether its position is part of its name.
  init(_ failure: FailedEntry, broken: Set<String>, numbered: Bool = false) {
    name = numbered ? "\(failure.position) \(failure.name)" : failure.name
    reason = failure.reason
    isExpected = broken.contains(failure.name)
  }
}

/// The part of a list that a run took.
struct ListPlace: Codable, Equatable {
  /// As in `3/16`.
  let shard: String
  /// Entries of the whole list.
  let listLength: Int
  /// A digest of all entries in their order; 16 hexadecimal digits.
  let listDigest: String

  /// Nil for a run of the whole list.
  init?(_ part: ListPart) {
    guard let shard = part.shard else { return nil }
    self.shard = "\(shard)"
    listLength = part.length
    listDigest = String(format: "%016llx", part.digest)
  }
}
