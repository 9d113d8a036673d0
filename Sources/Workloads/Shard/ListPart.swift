import Base
import PhotoLists

/// What a run takes of its list, all of it or a shard, and what is known of the whole.
public struct ListPart: Sendable {
  /// Nil for a run of the whole list.
  public let shard: Shard?
  /// Entries of the whole list that were passed so far. The latest one's place, from 1.
  public private(set) var length = 0
  /// Of names and URLs of these in their order: parts of one list have the same one. 0 for a run of the whole.
  public private(set) var digest: UInt64 = 0

  init(_ shard: Shard?) { self.shard = shard }

  /// Passes the next entry of the list.
  /// - Returns: whether the run takes it.
  mutating func takes(_ entry: PhotoEntry) -> Bool {
    length += 1
    guard let shard else { return true }
    let text =
      switch entry.link {
      case .url(let text), .bad(let text): text
      }
    digest = stableHash(text, seed: stableHash(entry.name, seed: digest))
    return shard.contains(entry)
  }
}
