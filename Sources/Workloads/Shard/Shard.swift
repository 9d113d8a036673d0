import Base
import PhotoLists

/// One of several parts of a list, so that each part can run on its own machine. For example, `3/16` is the
/// third of sixteen parts. A stable hash of an entry's URL determines its part. The parts therefore don't
/// overlap, and together they make up the whole list, on any machine.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// The number of the part, from 1 to `count`.
  public let number: Int
  public let count: Int

  /// The maximum number of parts. It exceeds the number of machines anyone has, but is small enough for
  /// listing the missing parts.
  private static let most = 1_000_000

  /// Creates a part. Returns nil if the number is out of range, or if there are more than a million parts.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Parses text such as `3/16`. Returns nil for anything else.
  public init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    // Only digits are allowed, because `Int` would also accept a sign.
    guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(sides[0]), let count = Int(sides[1])
    else { return nil }
    self.init(number, of: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// Returns whether the entry belongs to this part. If the URL isn't valid, the name is used instead.
  func contains(_ entry: PhotoEntry) -> Bool {
    let text = entry.flaw == nil ? entry.url : entry.name
    // Treat the hash as a fraction, and multiply it by the count.
    return stableHash(text).multipliedFullWidth(by: UInt64(count)).high == UInt64(number - 1)
  }
}

/// The part of a list that a run processes: the whole list or a shard. It also assigns file paths and
/// measures the whole list. Paths are unique, and the same list always gets the same paths.
public struct ListPart: Sendable {
  /// The shard, or nil for the whole list.
  public let shard: Shard?
  /// The number of entries read so far, across the whole list.
  public private(set) var length = 0
  /// A hash of the list's names and URLs in order, which is the same for all its shards. It is 0 for a run of
  /// the whole list.
  public private(set) var digest: UInt64 = 0
  /// Whether the position in the list alone determines a file's name.
  let isNamedByPosition: Bool
  /// The names assigned so far, or nil if numbers make the paths unique.
  private var names: FileNames?
  private let template: NameTemplate?
  private let fansOut: Bool
  /// Whether files are named “Image 7” if there is no pattern.
  public let isNumbered: Bool

  /// - Parameters:
  ///   - name: The pattern for file names, or nil to use the photos' names or “Image 7”.
  ///   - isNumbered: Whether files are named “Image 7” if there is no pattern.
  ///   - fansOut: Whether to distribute the files over 256 folders.
  public init(
    _ shard: Shard? = nil, name: NameTemplate? = nil, isNumbered: Bool = false, fansOut: Bool = false
  ) {
    isNamedByPosition = name.map { !$0.hasName } ?? isNumbered
    names = name == nil && isNumbered ? nil : FileNames()
    (self.shard, template, self.fansOut, self.isNumbered) = (shard, name, fansOut, isNumbered)
  }

  /// Processes the next entry of the list.
  ///
  /// - Returns: The entry's position in the whole list, counted from 1, and its file's path in the folder,
  ///   without extension. The result is nil if the entry belongs to another part.
  package mutating func take(_ entry: PhotoEntry) -> (position: Int, place: String)? {
    length += 1
    // A name is assigned even to entries of other parts, so that names are the same as in a run of the whole
    // list.
    let stem =
      names?.next(for: template?.stem(name: entry.name, number: length) ?? entry.name) ?? "Image \(length)"
    let place = fansOut ? FileNames.fannedOut(stem) : stem
    guard let shard else { return (length, place) }
    digest = stableHash(entry.flaw ?? entry.url, seed: stableHash(entry.name, seed: digest))
    return shard.contains(entry) ? (length, place) : nil
  }
}
