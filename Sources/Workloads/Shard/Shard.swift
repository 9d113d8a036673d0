import Base
import PhotoLists

/// One of several parts that a list is divided into, so that each can be run on a machine of its own: `3/16` is the third of
/// sixteen. An entry belongs to the part that a stable hash of its URL falls into, so the parts have nothing in common and
/// together are the whole list, whatever runs them.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// More parts than anyone has machines for, and few enough to list the missing ones.
  private static let most = 1_000_000

  /// Nil if there is no such part, and for more than a million parts.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `3/16`; nil for anything else.
  public init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    // Only digits: `Int` would accept a sign, too.
    guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(sides[0]), let count = Int(sides[1])
    else { return nil }
    self.init(number, of: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// Whether the entry belongs to this part. An entry without a usable URL is assigned by its name.
  func contains(_ entry: PhotoEntry) -> Bool {
    let text = entry.flaw == nil ? entry.url : entry.name
    // The hash as a fraction, times the count.
    return stableHash(text).multipliedFullWidth(by: UInt64(count)).high == UInt64(number - 1)
  }
}

/// What a run takes of a list, all of it or a shard, the paths of its files in their folder, and what is known about the
/// whole list. The paths differ, and are the same whenever the list is.
public struct ListPart: Sendable {
  /// Nil for a run of the whole list.
  public let shard: Shard?
  /// Entries of the whole list so far: the position of the latest, from 1.
  public private(set) var length = 0
  /// A hash of their names and URLs in order, which is the same for all parts of a list. 0 for a run of the whole.
  public private(set) var digest: UInt64 = 0
  /// Nil where numbers alone make the paths different.
  private var names: FileNames?
  private let template: NameTemplate?
  private let fansOut: Bool

  /// - Parameters:
  ///   - name: the pattern of the files' names; nil for the photos' own, or for “Image 7”.
  ///   - isNumbered: whether files without a pattern are called “Image 7”.
  ///   - fansOut: whether the files are spread over 256 folders.
  public init(
    _ shard: Shard? = nil, name: NameTemplate? = nil, isNumbered: Bool = false, fansOut: Bool = false
  ) {
    names = name == nil && isNumbered ? nil : FileNames()
    (self.shard, template, self.fansOut) = (shard, name, fansOut)
  }

  /// Passes the next entry of the list.
  /// - Returns: its position in the whole list, from 1, and its file's path in the folder, without extension; nil if it
  ///   belongs to another part.
  package mutating func take(_ entry: PhotoEntry) -> (position: Int, place: String)? {
    length += 1
    // Before entries are left out, so that the names are those of a run of the whole list.
    let stem =
      names?.next(for: template?.stem(name: entry.name, number: length) ?? entry.name) ?? "Image \(length)"
    let place = fansOut ? FanOut.place(stem) : stem
    guard let shard else { return (length, place) }
    digest = stableHash(entry.flaw ?? entry.url, seed: stableHash(entry.name, seed: digest))
    return shard.contains(entry) ? (length, place) : nil
  }
}
