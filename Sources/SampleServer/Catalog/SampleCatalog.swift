/// The sample server's photos and monarchs, and the list of the photos.
public enum SampleCatalog {
  /// One line of the sample list.
  public struct Entry: Sendable, Equatable {
    public let name: String
    /// Nil for a broken entry.
    public let photo: SamplePhoto?
    /// Nil when the entry's URL is malformed.
    let path: String?

    /// The URL as the lists give it.
    /// - Parameter origin: scheme and host, as in `http://127.0.0.1:8080`.
    public func url(origin: String) -> String {
      path.map { origin + $0 } ?? SampleCatalog.malformedURL
    }
  }

  /// The names of the entries that are wrong on purpose, so that every run of the sample shows a few failures: a photo
  /// that does not exist, a text file, and a malformed URL.
  public static let broken: Set<String> = Set(brokenEntries.map(\.name))

  /// Not a URL by any standard: the bracket that opens an IPv6 address never closes.
  public static let malformedURL = "http://[a hole in the address/photo.jpg"

  /// The sample list, in its order: the photos with the broken entries among them.
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
