import WebServer

/// The sample list at any length, written piece by piece: the catalogue once, with its broken entries, and then its
/// photos over and over, numbered and each at a URL of its own.
struct PhotoList: Sendable {
  let format: ListFormat
  /// Entries.
  let count: Int
  /// What the URLs begin with: scheme and host.
  let origin: String
  /// Query items that every URL of a photo carries on, already encoded.
  let carried: [String]

  /// Makes the list's bytes, some 32 KiB at a time; nil at the end.
  func producer() -> () -> [UInt8]? {
    let parts = Parts(self)
    var next = -1
    return {
      guard next <= parts.count else { return nil }
      var piece: [UInt8] = []
      piece.reserveCapacity(34 * 1024)
      while piece.count < 32 * 1024, next <= parts.count {
        piece.append(contentsOf: parts.piece(next).utf8)
        next += 1
      }
      return piece
    }
  }
}

/// What every entry is put together from, escaped once for the whole list.
private struct Parts {
  let count: Int
  private let format: ListFormat
  private let catalogue: [(name: String, url: String, takesQuery: Bool)]
  private let photos: [Int]
  private let carried: String

  init(_ list: PhotoList) {
    (count, format) = (list.count, list.format)
    let format = list.format
    catalogue = SampleCatalog.entries.map { entry in
      (format.escaped(entry.name), format.escaped(entry.url(origin: list.origin)), entry.path != nil)
    }
    photos = SampleCatalog.entries.indices.filter { SampleCatalog.entries[$0].photo != nil }
    carried = format.escaped(list.carried.joined(separator: "&"))
  }

  /// - Parameter index: −1 is what comes before the entries, `count` what comes after them.
  func piece(_ index: Int) -> String {
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
