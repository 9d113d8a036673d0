import CPNGShim

/// How hard a PNG is compressed. All three keep every pixel as it is.
public enum Compression: String, Sendable, CaseIterable {
  /// Little time: half of the default's.
  case fast
  /// The best of size against time.
  case `default`
  /// The least bytes.
  case small
}

/// What libpng and zlib offer behind a `Compression`.
public struct PNGSettings: Sendable, Equatable, CustomStringConvertible {
  /// How zlib looks for what is worth packing; the numbers are zlib's.
  public enum Strategy: Int32, Sendable, CaseIterable {
    case normal = 0
    /// Only longer matches: made for filtered rows.
    case filtered = 1
    /// No matches at all.
    case huffman = 2
    /// Only matches with the byte right before.
    case runLengths = 3
  }

  /// Which predictions a row may be written as differences from (ISO/IEC 15948, section 9); the numbers are
  /// libpng's. With several, libpng tries them for each row; with none, rows are written as they are.
  public struct Filters: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let sub = Filters(rawValue: 0x10)
    public static let up = Filters(rawValue: 0x20)
    public static let average = Filters(rawValue: 0x40)
    public static let paeth = Filters(rawValue: 0x80)
    /// With no filter among those tried.
    public static let all = Filters(rawValue: 0xF8)
  }

  /// zlib's, 0 (stored) to 9 (smallest).
  public var level: Int
  public var strategy: Strategy
  public var filters: Filters

  public init(level: Int, strategy: Strategy, filters: Filters) {
    self.level = level
    self.strategy = strategy
    self.filters = filters
  }

  /// What libpng does when nobody asks for anything else.
  public static let libpngDefault = PNGSettings(level: 6, strategy: .filtered, filters: .all)

  /// What was measured to be worth it on photos: see `Comparison/Results/png-compression.json`. All three lie
  /// on the curve of size against time; Paeth, of which libpng is fond, is not worth its time beside the
  /// simpler filters.
  public init(_ compression: Compression) {
    switch compression {
    // Huffman alone is faster by a sixth, but takes 3 bits for every pixel of a plain sky.
    case .fast: self.init(level: 1, strategy: .runLengths, filters: .average)
    // As small as libpng's own default, in less than a third of the time.
    case .default: self.init(level: 3, strategy: .normal, filters: [.sub, .up])
    case .small: self.init(level: 9, strategy: .normal, filters: [.sub, .up])
    }
  }

  public var description: String {
    let names: [(Filters, String)] = [(.sub, "sub"), (.up, "up"), (.average, "average"), (.paeth, "paeth")]
    let filters =
      self.filters == .all
      ? "all" : names.filter { self.filters.contains($0.0) }.map(\.1).joined(separator: "+")
    return "level \(level), \(strategy), \(filters.isEmpty ? "no filter" : filters)"
  }

  var numbers: png_shim_settings {
    // No filter is a filter to libpng, unlike an empty set, by which it decides on its own.
    png_shim_settings(
      level: Int32(clamping: level), strategy: strategy.rawValue,
      filters: filters.isEmpty ? 0x08 : filters.rawValue)
  }
}
