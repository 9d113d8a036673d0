/// How hard a PNG is compressed. All three keep every pixel as it is.
public enum Compression: String, Sendable, CaseIterable, Codable {
  /// The least time: a fifth of the default's.
  case fast
  /// The best balance between time and size.
  case `default`
  /// The smallest files, in three times the default's time.
  case small
}

/// The filters and the compressor of a `Compression`.
public struct PNGSettings: Sendable, Equatable {
  /// What compresses the filtered rows.
  public enum Deflater: Sendable, Equatable {
    /// libdeflate, levels 0 (stored) to 12 (smallest).
    case libdeflate(level: Int)
    /// Huffman's codes for bytes and for runs of zeros, and no search for other matches.
    case runs
  }

  /// Which predictions a row may be written as differences from (ISO/IEC 15948, section 9); the bits are the numbers there.
  /// With several, each row gets the one whose differences are least; with none, rows are written as they are.
  public struct Filters: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let sub = Filters(rawValue: 1 << 1)
    public static let up = Filters(rawValue: 1 << 2)
    public static let average = Filters(rawValue: 1 << 3)
    public static let paeth = Filters(rawValue: 1 << 4)
    /// Without Paeth's, which makes the differences smaller, but the compressed file larger.
    public static let simple: Filters = [.sub, .up, .average]
    public static let predictions: Filters = [.sub, .up, .average, .paeth]
    /// With no filter among those tried.
    public static let all = Filters(rawValue: 0x1F)
  }

  public var deflater: Deflater
  public var filters: Filters

  public init(deflater: Deflater, filters: Filters) {
    self.deflater = deflater
    self.filters = filters
  }

  /// What was measured to be worth it on photos: see `Comparison/Results/png-compression.json`.
  public init(_ compression: Compression) {
    switch compression {
    // A search for matches takes five times as long and saves 12 % of the bytes. Choosing among filters saves 1 %.
    case .fast: self.init(deflater: .runs, filters: .paeth)
    // Smaller than zlib's level 2, in half its time. Level 2 takes half as long again and saves 4 % of the bytes.
    case .default: self.init(deflater: .libdeflate(level: 1), filters: .simple)
    // Smaller than libpng's own default, in a fifth of its time. Level 6 takes 1.3 times as long and saves 1 %.
    case .small: self.init(deflater: .libdeflate(level: 5), filters: .simple)
    }
  }
}
