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
        parts.append(next, to: &piece)
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
  private let frame: (opening: String, separator: String, closing: String)
  private let catalogue: [(name: [UInt8], url: [UInt8], takesQuery: Bool)]
  private let photos: [Int]
  private let carried: [UInt8]
  private let ampersand: [UInt8]

  init(_ list: PhotoList) {
    count = list.count
    format = list.format
    frame = format.frame
    let escape = { (text: String) in Array(list.format.escaped(text).utf8) }
    catalogue = SampleCatalog.entries.map { entry in
      (escape(entry.name), escape(entry.url(origin: list.origin)), entry.path != nil)
    }
    photos = SampleCatalog.entries.indices.filter { SampleCatalog.entries[$0].photo != nil }
    carried = escape(list.carried.joined(separator: "&"))
    ampersand = escape("&")
  }

  /// - Parameter index: −1 is what comes before the entries, `count` what comes after them.
  func append(_ index: Int, to piece: inout [UInt8]) {
    if index < 0 { return piece.append(contentsOf: frame.opening.utf8) }
    if index == count { return piece.append(contentsOf: frame.closing.utf8) }
    if index > 0 { piece.append(contentsOf: frame.separator.utf8) }
    let (which, round) = place(of: index)
    format.append(
      to: &piece,
      name: { piece in
        piece.append(contentsOf: catalogue[which].name)
        if round > 1 { piece.append(contentsOf: " \(round)".utf8) }
      },
      url: { piece in
        piece.append(contentsOf: catalogue[which].url)
        guard catalogue[which].takesQuery else { return }
        if round > 1 { piece.append(contentsOf: "?n=\(round)".utf8) }
        guard !carried.isEmpty else { return }
        piece.append(contentsOf: round > 1 ? ampersand : [UInt8(ascii: "?")])
        piece.append(contentsOf: carried)
      })
  }

  /// Which of the catalogue's entries it is, and for which time.
  private func place(of index: Int) -> (which: Int, round: Int) {
    guard index >= catalogue.count else { return (index, 1) }
    let beyond = index - catalogue.count
    return (photos[beyond % photos.count], beyond / photos.count + 2)
  }
}
