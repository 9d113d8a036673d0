import WebServer

/// The sample list at any length, written piece by piece: the catalogue once, with its broken entries, and then its
/// photos over and over, numbered and each at a URL of its own.
struct PhotoList: Sendable {
  private let format: SampleListFormat
  private let count: Int
  /// What the entries are put together from, escaped once for the whole list.
  private let catalogue: [(name: String, url: String, takesQuery: Bool)]
  private let photos = SampleCatalog.entries.indices.filter { SampleCatalog.entries[$0].photo != nil }
  private let carried: String

  /// - Parameters:
  ///   - count: of entries.
  ///   - origin: what the URLs begin with: scheme and host.
  ///   - carried: query items that every URL of a photo carries on, already encoded.
  init(format: SampleListFormat, count: Int, origin: String, carried: [String]) {
    (self.format, self.count) = (format, count)
    catalogue = SampleCatalog.entries.map { entry in
      (format.escaped(entry.name), format.escaped(entry.url(origin: origin)), entry.path != nil)
    }
    self.carried = format.escaped(carried.joined(separator: "&"))
  }

  /// Makes the list's bytes, some 32 KiB at a time; nil at the end.
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

  /// - Parameter index: −1 is what comes before the entries, `count` what comes after them.
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

  /// Which of the catalogue's entries it is, and for which time.
  private func place(of index: Int) -> (which: Int, round: Int) {
    guard index >= catalogue.count else { return (index, 1) }
    let beyond = index - catalogue.count
    return (photos[beyond % photos.count], beyond / photos.count + 2)
  }
}
