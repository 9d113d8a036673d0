/// The keys and column headings that lists use for a photo's name or URL.
package enum EntryKey {
  case name, url

  /// The accepted keys, the preferred ones first.
  package var keys: [String] {
    switch self {
    case .name: ["name", "title", "caption"]
    case .url: ["url", "image_url", "photo_url", "image", "photo", "src", "link"]
    }
  }

  /// Returns a key's position in `keys`, or nil if it isn't one of them. Case, spaces, hyphens and
  /// underscores are ignored.
  func rank(of key: String) -> Int? {
    let plain = Self.plain(key)
    return (self == .name ? Self.plainNames : Self.plainURLs).firstIndex(of: plain)
  }

  /// Returns the index of the preferred key among these, or nil if none is accepted.
  func best(of keys: [String]) -> Int? {
    keys.indices.compactMap { index in rank(of: keys[index]).map { (rank: $0, index: index) } }
      .min { $0.rank < $1.rank }?.index
  }

  /// The accepted URL keys as a phrase like “url, image or src”.
  static var urlKeys: String {
    let keys = EntryKey.url.keys
    return keys.dropLast().joined(separator: ", ") + " or " + (keys.last ?? "")
  }

  private static let plainNames = EntryKey.name.keys.map(plain)
  private static let plainURLs = EntryKey.url.keys.map(plain)

  private static func plain(_ key: String) -> String {
    // Accepted keys are short, so long ones don't need to be lowercased.
    key.utf8.count > 40 ? key : key.lowercased().filter { !" -_".contains($0) }
  }
}
