import WebServer

/// A sample list of any length, written piece by piece. It contains the catalogue with its broken entries, followed
/// by the catalogue's photos, repeated as often as necessary. Repeated photos are numbered and have different URLs.
struct PhotoList: Sendable {
  private let format: SampleListFormat
  private let count: Int
  /// The parts of the entries, escaped once for the whole list.
  private let catalogue: [(name: String, url: String, takesQuery: Bool)]
  private let photos = SampleCatalog.entries.indices.filter { SampleCatalog.entries[$0].photo != nil }
  private let carried: String

  /// Creates a list.
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - origin: The scheme and host of the URLs.
  ///   - carried: The query items that are added to the URL of each photo, already encoded.
  init(format: SampleListFormat, count: Int, origin: String, carried: [String]) {
    (self.format, self.count) = (format, count)
    catalogue = SampleCatalog.entries.map { entry in
      (format.escaped(entry.name), format.escaped(entry.url(origin: origin)), entry.path != nil)
    }
    self.carried = format.escaped(carried.joined(separator: "&"))
  }

  /// Returns a function that produces the list in pieces of about 32 KiB, and nil at the end.
  func producer() -> () -> [UInt8]? {
    var next = -1
    return {
      guard next <= count else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(34 * 1024)
      while bytes.count < 32 * 1024, next <= count {
        bytes.append(contentsOf: piece(next).utf8)
        next += 1
      }
      return bytes
    }
  }

  /// Returns a piece of the list.
  /// - Parameter index: The index of an entry, −1 for the text before the entries, or `count` for the text after them.
  private func piece(_ index: Int) -> String {
    if index < 0 { return format.frame.opening }
    if index == count { return format.frame.closing }
    let (which, round) = place(of: index)
    var (name, url, takesQuery) = catalogue[which]
    if round > 1 { name += " \(round)" }
    if takesQuery, round > 1 { url += "?n=\(round)" }
    if takesQuery, !carried.isEmpty { url += (round > 1 ? format.escaped("&") : "?") + carried }
    return (index > 0 ? format.frame.separator : "") + format.entry(name, url)
  }

  /// Returns the index of an entry in the catalogue, and which occurrence of that entry it is, counted from 1.
  private func place(of index: Int) -> (which: Int, round: Int) {
    guard index >= catalogue.count else { return (index, 1) }
    let beyond = index - catalogue.count
    return (photos[beyond % photos.count], beyond / photos.count + 2)
  }
}
