import Foundation
import Workloads

/// Which part of which list a run took, as its summary says it.
struct ListPlace: Codable, Equatable {
  /// As in `3/16`.
  let shard: String
  /// Entries of the whole list.
  let listLength: Int
  /// Of all of them, in their order; 16 hexadecimal digits.
  let listDigest: String

  /// Nil for a run of the whole list.
  init?(_ part: ListPart) {
    guard let shard = part.shard else { return nil }
    self.shard = "\(shard)"
    listLength = part.length
    listDigest = String(format: "%016llx", part.digest)
  }
}
