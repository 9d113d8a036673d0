import CLibPNG
import Foundation
import Imaging

/// A way to write a PNG: with the program's own encoder, or with libpng and zlib.
enum PNGWay: CustomStringConvertible {
  case own(PNGSettings)
  case libpng(level: Int, Strategy, PNGSettings.Filters)

  /// zlib's strategies, with their numbers as raw values.
  enum Strategy: Int32, CustomStringConvertible {
    case normal = 0
    /// Longer matches only, which suits filtered rows.
    case filtered = 1
    /// No matches.
    case huffman = 2
    /// Matches with the preceding byte only.
    case runLengths = 3

    /// The strategy's name in zlib.
    var description: String {
      switch self {
      case .normal: "Z_DEFAULT_STRATEGY"
      case .filtered: "Z_FILTERED"
      case .huffman: "Z_HUFFMAN_ONLY"
      case .runLengths: "Z_RLE"
      }
    }
  }

  /// The default of libpng.
  static let libpngDefault = PNGWay.libpng(level: 6, .filtered, .all)

  /// The `Compression` that uses this way, or the library whose default it is.
  var name: String? {
    switch self {
    case .own(let settings): Compression.allCases.first { PNGSettings($0) == settings }?.rawValue
    case .libpng(6, .filtered, .all): "libpng's own default"
    case .libpng: nil
    }
  }

  /// Whether this is zlib at its fastest level with the filters of `fast` or `default`.
  var isZlibAlternative: Bool {
    guard case .libpng(1, _, let filters) = self else { return false }
    return [Compression.fast, .default].contains { PNGSettings($0).filters == filters }
  }

  var description: String {
    switch self {
    case .own(let settings): "\(settings.deflater.words), \(settings.filters.words)"
    case .libpng(let level, let strategy, let filters): "zlib level \(level), \(strategy), \(filters.words)"
    }
  }

  /// Returns the encoded file. With libpng, the picture must have 8 bits per channel.
  func encode(_ picture: Picture) throws -> Data {
    switch self {
    case .own(let settings): return Data(try encodePNG(picture, settings: settings))
    case .libpng(let level, let strategy, let filters):
      return picture.withUnsafeBytes { pixels in
        guard let start = pixels.bindMemory(to: UInt8.self).baseAddress else { return Data() }
        var count = 0
        let file = clibpng_write(
          start, UInt32(picture.width), UInt32(picture.height), UInt32(picture.format.channels),
          Int32(level), strategy.rawValue, filters.rawValue, &count)
        return Data(bytesNoCopy: file, count: count, deallocator: .free)
      }
    }
  }
}

extension PNGSettings.Deflater {
  fileprivate var words: String {
    switch self {
    case .libdeflate(let level): "libdeflate level \(level)"
    case .matches: "matches of two pixels"
    case .runs: "runs of zeros"
    }
  }
}

extension PNGSettings.Filters {
  fileprivate var words: String {
    if self == .all { return "all" }
    let names: [(Self, String)] = [(.sub, "sub"), (.up, "up"), (.average, "average"), (.paeth, "paeth")]
    return isEmpty ? "no filter" : names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
