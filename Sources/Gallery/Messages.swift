import Engine
import Foundation
import Workloads

/// What a page receives, in JSON: only what has changed since the last message.
struct PageUpdate: Encodable {
  /// By engine.
  var tables: [String: TableUpdate] = [:]
  var controls: Controls?

  var isEmpty: Bool { tables.isEmpty && controls == nil }
}

struct TableUpdate: Encodable {
  /// Rows of the table.
  var count: Int?
  var list: ListMessage?
  var rows: [RowMessage]?
  var strip: Strip?
  var lanes: LaneMessage?

  var isEmpty: Bool { count == nil && list == nil && rows == nil && strip == nil && lanes == nil }
}

struct ListMessage: Encodable, Equatable {
  /// `loading`, `complete`, `cut` or `failed`.
  let state: String
  let reason: String?

  init(_ list: PhotoTable.ListState) {
    reason = if case .failed(let reason) = list { reason } else { nil }
    state = reason == nil ? "\(list)" : "failed"
  }
}

/// A row that has changed since the table was made.
struct RowMessage: Encodable {
  static func < (one: RowMessage, other: RowMessage) -> Bool { one.row < other.row }

  let row: Int
  let state: String
  let reason: String?
  /// Whether a photo that has failed may be tried again; nil for any other.
  let canRetry: Bool?
  /// Which image the row has, for its URL: none, the original, or the sepia photo.
  let image: Int

  init(_ photo: Photo) {
    row = photo.number
    state = photo.state.word
    reason = if case .failed(let reason) = photo.state { reason } else { nil }
    canRetry = photo.hasFailed ? photo.canRetry : nil
    switch photo.image {
    case nil: image = 0
    case .original: image = 1
    case .filtered: image = 2
    }
  }
}

/// The line above a table.
struct Strip: Encodable, Equatable {
  struct Times: Encodable, Equatable {
    /// Whether `now` goes on growing.
    let isWaiting: Bool
    /// In seconds, to the hundredth; nil before any.
    let now: Double?
    let median: Double?
    let worst: Double?
    /// Stops after which everything came.
    let complete: Int
    /// Stops that the next scroll, or a memory warning, interrupted before that.
    let cutShort: Int

    init(_ times: RestTimes, at time: UInt64) {
      func rounded(_ seconds: Double?) -> Double? { seconds.map { ($0 * 100).rounded() / 100 } }
      isWaiting = times.isWaiting
      now = rounded(times.now(at: time))
      median = rounded(times.median)
      worst = rounded(times.worst)
      complete = times.count
      cutShort = times.cutShort
    }
  }

  /// Jobs of both queues.
  var waiting = 0
  var running = 0
  var isSuspended = false
  /// The width of each queue.
  var slots: [String: Int] = [:]
  /// Seconds for which the engine's main queue has not answered, to the tenth; 0 while it does.
  var stalled = 0.0
  var longestStall = 0.0
  /// Rows.
  var cancelled = 0
  /// Bytes.
  var fetched = 0
  var wasted = 0
  var shown: Times
  var sepia: Times
}

/// What the page sets to go slowly or wrong on purpose.
struct Controls: Encodable, Equatable {
  /// The delay of the sample server's replies, in seconds, 0 to 3600; nil when the photos come from elsewhere.
  var delay: Double?
  /// The share of the sample server's replies that fail, 0 to 1; nil when the photos come from elsewhere.
  var failureRate: Double?
  /// How much longer each filter takes, in seconds, 0 to 3600.
  var filterDelay: Double?
}

extension Encodable {
  /// As a line of JSON. What is encoded here is text and finite numbers, which cannot fail.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
