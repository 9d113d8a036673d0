import Foundation
import Measurement

/// What one part of a list came to, read from what it has printed: the summary of `photos --json`, or the last line of
/// `download --json`.
struct PartReport: Decodable {
  let part: ListPlace
  /// Entries of the part.
  let listed: Int
  /// Filtered or saved by this run.
  let done: Int
  let skipped: Int
  let failed: Int
  let cancelled: Int
  let interrupted: Bool
  let error: String?
  let bytesFetched: Int
  let figures: RunFigures

  private enum CodingKeys: CodingKey {
    case part, listed, filtered, saved, skipped, failed, cancelled, interrupted, error, bytesFetched, figures
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    part = try values.decode(ListPlace.self, forKey: .part)
    listed = try values.decode(Int.self, forKey: .listed)
    done =
      try values.decodeIfPresent(Int.self, forKey: .filtered) ?? values.decode(Int.self, forKey: .saved)
    skipped = try values.decode(Int.self, forKey: .skipped)
    failed = try values.decode([Ignored].self, forKey: .failed).count
    cancelled = try values.decode(Int.self, forKey: .cancelled)
    interrupted = try values.decode(Bool.self, forKey: .interrupted)
    error = try values.decodeIfPresent(String.self, forKey: .error)
    bytesFetched = try values.decode(Int.self, forKey: .bytesFetched)
    figures = try values.decode(RunFigures.self, forKey: .figures)
  }

  private struct Ignored: Decodable {}

  /// Nil, where it is not what a part prints at its end.
  init?(printed data: Data) {
    let decoder = JSONDecoder()
    let lastLine = data.split(separator: UInt8(ascii: "\n")).last
    guard
      let report = (try? decoder.decode(Self.self, from: data))
        ?? lastLine.flatMap({ try? decoder.decode(Self.self, from: $0) })
    else { return nil }
    self = report
  }

  /// Every entry of the part is there.
  var isWhole: Bool {
    !interrupted && error == nil && failed == 0 && cancelled == 0 && done + skipped == listed
  }
}
