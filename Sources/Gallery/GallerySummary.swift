import Workloads

/// The totals of all pages.
public struct GallerySummary: Sendable, Equatable {
  public internal(set) var pages = 0
  /// The totals of the tables, by engine name.
  public internal(set) var tables: [String: TableTally] = [:]
}

/// The totals of a table, in photos and bytes.
public struct TableTally: Sendable, Equatable {
  public internal(set) var filtered = 0
  /// The number of photos that were downloaded but whose filtering was cancelled.
  public internal(set) var downloaded = 0
  public internal(set) var failed = 0
  /// The number of times that a row's pending work was cancelled.
  public internal(set) var cancelled = 0
  public internal(set) var bytesFetched = 0
  public internal(set) var bytesWasted = 0

  init() {}

  init(_ table: PhotoTable) {
    for photo in table.photos {
      switch photo.state {
      case .filtered: filtered += 1
      case .downloaded, .filtering: downloaded += 1
      case .failed: failed += 1
      case .new, .downloading: break
      }
    }
    cancelled = table.figures.cancelled
    bytesFetched = table.figures.fetched
    bytesWasted = table.figures.wasted
  }

  static func += (sum: inout TableTally, other: TableTally) {
    sum.filtered += other.filtered
    sum.downloaded += other.downloaded
    sum.failed += other.failed
    sum.cancelled += other.cancelled
    sum.bytesFetched += other.bytesFetched
    sum.bytesWasted += other.bytesWasted
  }
}
