import ArgumentParser
import Foundation
import Imaging
import Measurement
import Recording

/// Compares the size and time of different filters and compressors, on photos as the program writes them: after sepia.
struct PNGBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "png",
    abstract: "Size against time of the ways to compress a PNG, on given photos after sepia.")

  @Argument(help: "Photos (PNG or JPEG), or folders of photos.") var photos: [String]
  @Option(help: "How often each setting is measured; the settings take turns.") var rounds = 3
  @Option(help: "The middle of each photo is used, of at most this many pixels each way.") var side = 1024
  @Option(help: "Only the settings whose descriptions contain this, such as “libdeflate level 1”.")
  var only: String?
  @OptionGroup var recorded: Recorded
  @Flag(help: "Also write the table into Comparison/Results/README.md.") var shows = false

  struct Row: Encodable {
    let setting: String
    /// The processor time in milliseconds per million pixels.
    let time: Spread
    /// The size of the files in bytes per pixel.
    let bytes: Double
    /// Whether no other setting is both faster and smaller.
    var isOnCurve = false
    /// The `Compression` that uses this setting, or the library whose default it is.
    let name: String?
    /// Whether this is zlib at its fastest level with the filters of `fast` or `default`.
    let isZlibAlternative: Bool
  }

  struct Result: Encodable {
    let photos: [String]
    let megapixels: Double
    let rows: [Row]
  }

  func run() throws {
    let files = try photos.flatMap(Self.files)
    let pictures = try files.map { try Self.photo($0, side: side) }
    let megapixels = Double(pictures.reduce(0) { $0 + $1.pixelCount }) / 1e6
    print("\(files.count) photos, \(String(format: "%.1f", megapixels)) million pixels, \(rounds) rounds")

    let ways = Self.ways.filter { way in only.map(way.description.contains) ?? true }
    var times = [[Double]](repeating: [], count: ways.count)
    var sizes = [Int](repeating: 0, count: ways.count)
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() {
        var size = 0
        let time = try processorTime {
          for picture in pictures { size += try way.encode(picture).count }
        }
        times[index].append(time * 1000 / megapixels)
        sizes[index] = size
      }
    }

    var rows = ways.indices.map { index in
      Row(
        setting: ways[index].description, time: Spread(times[index]),
        bytes: Double(sizes[index]) / megapixels / 1e6, name: ways[index].name,
        isZlibAlternative: ways[index].isZlibAlternative)
    }
    rows.sort { $0.time.median < $1.time.median }
    var smallest = Double.infinity
    for index in rows.indices where rows[index].bytes < smallest {
      smallest = rows[index].bytes
      rows[index].isOnCurve = true
    }
    print("On the curve (*): no other setting is both faster and smaller.\n")
    for row in rows {
      let mark = row.isOnCurve ? "*" : " "
      let numbers = String(format: "%6.3f bytes/px  ", row.bytes) + row.time.text(1) + " ms/Mpx"
      print("\(mark) \(numbers)  \(row.setting)\(row.name.map { "  ← \($0)" } ?? "")")
    }
    if let path = recorded.record {
      let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
      try Record(Result(photos: names, megapixels: megapixels, rows: rows), versions: codecVersions).write(
        to: path)
      if shows { try Page("Comparison/Results/README.md").show(Self.table(rows), at: "png") }
    }
  }

  /// Returns a table of the settings on the curve, the named ones, and zlib's strategies next to `fast` and `default`.
  private static func table(_ rows: [Row]) -> String {
    let lines = rows.filter { $0.isOnCurve || $0.name != nil || $0.isZlibAlternative }.map { row in
      "| \(row.setting) | \(row.time.text(1)) | \(String(format: "%.3f", row.bytes)) | "
        + "\(row.isOnCurve ? "yes" : "no") | \(row.name ?? "") |\n"
    }
    let command = ["imaging-benchmark"] + CommandLine.arguments.dropFirst()
    return "| setting | ms a million pixels | bytes a pixel | on the curve | used by |\n"
      + "| --- | --- | --- | --- | --- |\n" + lines.joined()
      + "\nProcessor time, median (least to most): `\(command.joined(separator: " "))`.\n"
  }

  /// All settings of the libraries that can make a difference. Levels don't affect Z_RLE and Z_HUFFMAN_ONLY. Below
  /// level 4, Z_FILTERED equals zlib's default strategy, which level 1 covers. Levels that take minutes are left out.
  private static var ways: [PNGWay] {
    let filters: [PNGSettings.Filters] = [
      [], .sub, .up, .average, .paeth, [.sub, .up], [.sub, .average], [.sub, .up, .average],
      .predictions, .all,
    ]
    let zlib: [(PNGWay.Strategy, [Int])] = [
      (.huffman, [1]), (.runLengths, [1]), (.filtered, [1, 4, 5, 6]), (.normal, Array(1...6)),
    ]
    let deflaters = (1...9).map { PNGSettings.Deflater.libdeflate(level: $0) } + [.matches, .runs]
    return filters.flatMap { filters in
      zlib.flatMap { strategy, levels in levels.map { PNGWay.libpng(level: $0, strategy, filters) } }
        + deflaters.map { .own(PNGSettings(deflater: $0, filters: filters)) }
    }
  }

  private static func files(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ValidationError("There is no file or folder \(path).")
    }
    guard isFolder.boolValue else { return [path] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 }
  }

  /// Returns the center of a photo after sepia.
  private static func photo(_ path: String, side: Int) throws -> Picture {
    let whole = try decode(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    let (width, height) = (min(whole.width, side), min(whole.height, side))
    let (left, top) = ((whole.width - width) / 2, (whole.height - height) / 2)
    let size = whole.format.bytesPerPixel
    var middle = Picture(width: width, height: height, format: whole.format)
    middle.withUnsafeMutableBytes { to in
      whole.withUnsafeBytes { from in
        for y in 0..<height {
          let start = ((top + y) * whole.width + left) * size
          let row = UnsafeRawBufferPointer(rebasing: from[start..<start + width * size])
          UnsafeMutableRawBufferPointer(rebasing: to[(y * width * size)...]).copyMemory(from: row)
        }
      }
    }
    Sepia().apply(to: &middle)
    return middle
  }
}
