/// How hard a PNG is compressed. All three keep every pixel as it is.
public enum Compression: String, Sendable, CaseIterable, Codable {
  /// Little time: to compress takes a tenth of the default's.
  case fast
  /// The best of size against time.
  case `default`
  /// The least bytes.
  case small
}

/// How a `Compression` filters and compresses.
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
    // To look for matches takes more than twice as long, for eight in a hundred bytes; the other filters, for one.
    case .fast: self.init(deflater: .runs, filters: .paeth)
    // Smaller than libpng's own default, at eight times its speed.
    case .default: self.init(deflater: .libdeflate(level: 2), filters: .simple)
    // Smaller than zlib's level 9. The next levels take twice as long, and more, for two in a hundred bytes.
    case .small: self.init(deflater: .libdeflate(level: 5), filters: .simple)
    }
  }
}
