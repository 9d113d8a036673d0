/// The compression effort for a PNG. All three levels are lossless.
public enum Compression: String, Sendable, CaseIterable {
  /// The fastest level, which takes a quarter of the default's time.
  case fast
  /// The best balance between time and size.
  case `default`
  /// The smallest files, at four times the default's time.
  case small
}

/// The filters and the compressor for a `Compression` level.
public struct PNGSettings: Sendable, Equatable {
  /// The compressor for the filtered rows.
  public enum Deflater: Sendable, Equatable {
    /// libdeflate, with a level from 0 (stored) to 12 (smallest).
    case libdeflate(level: Int)
    /// Huffman codes for bytes and for matches of at least two pixels, found by a fast search.
    case matches
    /// Huffman codes for bytes and for runs of zeros, without a search for other matches.
    case runs
  }

  /// The filter types that may be applied to a row (ISO/IEC 15948, section 9). Each bit's position is the filter's
  /// number.
  ///
  /// With several filters, each row gets the one with the smallest differences. With an empty set, rows aren't
  /// filtered.
  public struct Filters: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let sub = Filters(rawValue: 1 << 1)
    public static let up = Filters(rawValue: 1 << 2)
    public static let average = Filters(rawValue: 1 << 3)
    public static let paeth = Filters(rawValue: 1 << 4)
    /// All predictions except Paeth, which makes the differences smaller but the compressed file larger.
    public static let simple: Filters = [.sub, .up, .average]
    public static let predictions: Filters = [.sub, .up, .average, .paeth]
    /// All filter types, including no filter.
    public static let all = Filters(rawValue: 0x1F)
  }

  public var deflater: Deflater
  public var filters: Filters

  public init(deflater: Deflater, filters: Filters) {
    self.deflater = deflater
    self.filters = filters
  }

  /// The settings that did best in measurements on photos. See `Comparison/Results/png-compression.json`.
  public init(_ compression: Compression) {
    switch compression {
    // Searching for matches would take four times as long and save 12 % of the bytes. Choosing among filters would
    // save 1 %.
    case .fast: self.init(deflater: .runs, filters: .paeth)
    // The files are as small as with libdeflate's level 1. Large photos take half of its time.
    case .default: self.init(deflater: .matches, filters: .simple)
    // The files are smaller than with libpng's default, in a quarter of the time. Level 7 would take 1.7 times as long
    // and save 1 %.
    case .small: self.init(deflater: .libdeflate(level: 6), filters: .simple)
    }
  }
}
