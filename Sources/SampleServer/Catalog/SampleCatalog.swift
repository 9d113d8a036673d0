/// The photos and monarchs of the sample server, and the list of photos.
public enum SampleCatalog {
  /// An entry of the sample list.
  public struct Entry: Sendable, Equatable {
    public let name: String
    /// The photo, or nil for an entry that is broken on purpose.
    public let photo: SamplePhoto?
    /// The path of the URL, or nil if the entry's URL is malformed.
    let path: String?

    /// Returns the URL that the lists contain.
    /// - Parameter origin: The scheme and host, such as `http://127.0.0.1:8080`.
    public func url(origin: String) -> String {
      path.map { origin + $0 } ?? SampleCatalog.malformedURL
    }
  }

  /// The names of the entries that are broken on purpose: a photo that doesn't exist, a text file, and a malformed URL.
  /// They make every run of the samples show a few failures.
  public static let broken: Set<String> = Set(brokenEntries.map(\.name))

  /// A string that no standard accepts as a URL, because the bracket that opens an IPv6 address is never closed.
  public static let malformedURL = "http://[a hole in the address/photo.jpg"

  /// The sample list in order: the photos, with the broken entries among them.
  public static let entries: [Entry] = {
    var entries = photos.map { Entry(name: $0.name, photo: $0, path: $0.path) }
    for (place, entry) in zip([7, 23, 41], brokenEntries) {
      entries.insert(entry, at: min(place, entries.count))
    }
    return entries
  }()

  static let letterPath = "/photos/a-letter.png"
  static let letter = """
    Dear reader,

    you asked for a photo, and this is a letter. It was put in the album by mistake.
    Whoever takes it for a picture has not looked inside.

    """

  private static let brokenEntries = [
    Entry(name: "A Photo That Moved Away", photo: nil, path: "/photos/moved-away.jpg"),
    Entry(name: "A Letter Among the Photos", photo: nil, path: letterPath),
    Entry(name: "A Hole in the Address", photo: nil, path: nil),
  ]
}
