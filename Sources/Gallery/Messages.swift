import Base
import Engine
import Engines
import Foundation
import Workloads

/// An engine, with the names that a page shows for it.
struct PageEngine: Encodable {
  let name: String
  let title: String

  init(_ engine: EngineName) { (name, title) = (engine.rawValue, engine.title) }
}

/// The JSON message to a page. It contains only the changes since the last message.
struct PageUpdate: Encodable {
  /// The updates of the tables, by engine name.
  var tables: [String: TableUpdate] = [:]
  var controls: Controls?

  var isEmpty: Bool { tables.isEmpty && controls == nil }
}

struct TableUpdate: Encodable {
  /// The number of rows in the table.
  var count: Int?
  var list: ListMessage?
  var rows: [RowMessage]?
  var strip: Strip?
  var lanes: LaneMessage?
  var moments: [MomentMessage]?

  var isEmpty: Bool {
    count == nil && list == nil && rows == nil && strip == nil && lanes == nil && moments == nil
  }
}

/// A moment of a scroll that has passed.
struct MomentMessage: Encodable {
  /// The number of scrolls that had begun, which is the same for all tables of a page.
  let turn: Int
  let work: Explanation
}

struct ListMessage: Encodable, Equatable {
  /// The state of the list: `loading`, `complete`, `cut` or `failed`.
  let state: String
  let reason: String?

  init(_ table: PhotoTable) {
    (state, reason) = (table.list.rawValue, table.listError.map { "\($0)" })
  }
}

/// The state of a row that has changed since the table was created.
struct RowMessage: Encodable {
  let row: Int
  let state: String
  let reason: String?
  /// Whether a failed photo can be tried again, or nil for any other photo.
  let canRetry: Bool?
  /// The image of the row, as in its URL: 0 for none, 1 for the original, 2 for the sepia photo.
  let image: Int

  init(_ photo: Photo) {
    row = photo.number
    state = photo.state.rawValue
    reason = photo.error.map { "\($0)" }
    canRetry = photo.hasFailed ? photo.canRetry : nil
    switch photo.image {
    case nil: image = 0
    case .original: image = 1
    case .filtered: image = 2
    }
  }
}

/// The figures above a table.
struct Strip: Encodable, Equatable {
  struct Times: Encodable, Equatable {
    /// Whether `now` is still growing.
    let isWaiting: Bool
    /// The time in seconds, rounded to hundredths, or nil before the first stop.
    let now: Double?
    let median: Double?
    let worst: Double?
    /// The number of stops that lasted until every photo had appeared.
    let complete: Int
    /// The number of stops that were interrupted earlier by the next scroll or a memory warning.
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

  /// The number of waiting jobs in both queues.
  var waiting = 0
  var running = 0
  var isSuspended = false
  /// The width of each queue.
  var slots: [String: Int] = [:]
  /// The number of seconds for which the engine's main queue hasn't responded, rounded to tenths. It is 0 while the
  /// queue responds.
  var stalled = 0.0
  var longestStall = 0.0
  /// The number of rows whose pending work was cancelled.
  var cancelled = 0
  /// The number of bytes received.
  var fetched = 0
  var wasted = 0
  var shown: Times
  var sepia: Times
}

/// The settings that a page uses to slow work down or make it fail.
struct Controls: Encodable, Equatable {
  /// The delay of the sample server's replies, in seconds from 0 to 3600, or nil if the photos come from elsewhere.
  var delay: Double?
  /// The share of the sample server's replies that fail, from 0 to 1, or nil if the photos come from elsewhere.
  var failureRate: Double?
  /// The additional time that each filter takes, in seconds from 0 to 3600.
  var filterDelay: Double?
}

extension Encodable {
  /// The value as a line of JSON. Encoding can't fail, because the messages contain only text and finite numbers.
  /// Names and reasons come from lists, so characters that would change the direction of the page's text are escaped.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "null" }
    return Printable.escaped(String(decoding: data, as: UTF8.self), backslash: #"\\"#)
  }
}
