import CPNGShim

/// How hard a PNG is compressed. All three keep every pixel as it is.
public enum Compression: String, Sendable, CaseIterable, Codable {
  /// Little time: to compress takes a tenth of the default's.
  case fast
  /// The best of size against time.
  case `default`
  /// The least bytes.
  case small
}

/// What the libraries offer behind a `Compression`.
public struct PNGSettings: Sendable, Equatable, CustomStringConvertible {
  /// What compresses the filtered rows.
  public enum Deflater: Sendable, Equatable {
    /// zlib, through libpng, which also chooses the filters. Levels are 0 (stored) to 9 (smallest).
    case zlib(level: Int, strategy: Strategy)
    /// libdeflate, levels 0 (stored) to 12 (smallest).
    case libdeflate(level: Int)
    /// Huffman's codes for bytes and for runs of zeros, and no search for other matches.
    case runs
  }

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
  /// libpng's. Of several, each row gets the one whose differences are least; with none, rows are written as
  /// they are.
  public struct Filters: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let sub = Filters(rawValue: 0x10)
    public static let up = Filters(rawValue: 0x20)
    public static let average = Filters(rawValue: 0x40)
    public static let paeth = Filters(rawValue: 0x80)
    /// Those without Paeth's: where it is among those tried, differences are smaller, but what they are packed into is larger.
    public static let simple: Filters = [.sub, .up, .average]
    public static let predictions: Filters = [.sub, .up, .average, .paeth]
    /// With no filter among those tried.
    public static let all = Filters(rawValue: 0xF8)
  }

  public var deflater: Deflater
  public var filters: Filters

  public init(deflater: Deflater, filters: Filters) {
    self.deflater = deflater
    self.filters = filters
  }

  /// What libpng does when nobody asks for anything else.
  public static let libpngDefault = PNGSettings(deflater: .zlib(level: 6, strategy: .filtered), filters: .all)

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

  public var description: String {
    let names: [(Filters, String)] = [(.sub, "sub"), (.up, "up"), (.average, "average"), (.paeth, "paeth")]
    let filters =
      self.filters == .all
      ? "all" : names.filter { self.filters.contains($0.0) }.map(\.1).joined(separator: "+")
    return "\(deflater), \(filters.isEmpty ? "no filter" : filters)"
  }

  var numbers: png_shim_settings {
    // No filter is a filter to libpng, unlike an empty set, by which it decides on its own.
    let filters = filters.isEmpty ? 0x08 : filters.rawValue
    return switch deflater {
    case .zlib(let level, let strategy):
      png_shim_settings(
        deflater: png_shim_zlib, level: Int32(clamping: level), strategy: strategy.rawValue, filters: filters)
    case .libdeflate(let level):
      png_shim_settings(
        deflater: png_shim_libdeflate, level: Int32(clamping: level), strategy: 0, filters: filters)
    case .runs: png_shim_settings(deflater: png_shim_runs, level: 0, strategy: 0, filters: filters)
    }
  }
}

extension PNGSettings.Deflater: CustomStringConvertible {
  public var description: String {
    switch self {
    case .zlib(let level, let strategy): "zlib level \(level), \(strategy)"
    case .libdeflate(let level): "libdeflate level \(level)"
    case .runs: "runs of zeros"
    }
  }
}
