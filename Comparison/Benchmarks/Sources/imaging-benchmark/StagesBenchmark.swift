import ArgumentParser
import Foundation
import Imaging
import Measurement
import Recording

/// Measures the processor time of each stage of a photo on one thread, and that of copying its pixels.
struct StagesBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "The stages of a photo, one by one and all together, beside memcpy and libpng.")

  @Argument(help: "A folder of JPEGs.") var photos: String
  @Option(help: "How often each stage is measured; the stages take turns.") var rounds = 7
  @OptionGroup var recorded: Recorded

  struct Row: Encodable {
    let stage: String
    /// The processor time in milliseconds per million pixels.
    let time: Spread
    /// The time divided by that of the copy in the same round.
    let toMemcpy: Spread
  }

  struct Result: Encodable {
    let photos: Int
    let megapixels: Double
    let rows: [Row]
  }

  /// A photo in its state before each stage.
  private struct Stock {
    let jpeg: [UInt8]
    let png: [UInt8]
    var picture: Picture
    var copy: Picture
  }

  func run() throws {
    let folder = URL(fileURLWithPath: photos)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".jpg")
    }
    var stocks = try names.sorted().map { name in
      let jpeg = try Array(Data(contentsOf: folder.appendingPathComponent(name)))
      let picture = try decode(jpeg)
      return Stock(
        jpeg: jpeg, png: try encodePNG(picture), picture: picture,
        copy: Picture(width: picture.width, height: picture.height, format: picture.format))
    }
    guard !stocks.isEmpty else {
      throw ValidationError("There are no JPEGs in \(photos): name a folder of photos.")
    }
    let megapixels = Double(stocks.reduce(0) { $0 + $1.picture.pixelCount }) / 1e6
    let stages = Self.stages
    var times = stages.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, stage) in stages.enumerated() {
        let time = try processorTime { for photo in stocks.indices { try stage.run(&stocks[photo]) } }
        if round > 0 { times[index].append(time * 1000 / megapixels) }  // the first round is a warm-up
      }
    }
    let rows = stages.indices.map { index in
      Row(
        stage: stages[index].name, time: Spread(times[index]),
        toMemcpy: Spread(zip(times[index], times[0]).map { $0 / $1 }))
    }
    print(
      "\(stocks.count) photos, ms of processor time a million pixels, median (least to most) of \(rounds)")
    for row in rows { print("  \(row.time.text()), ×\(row.toMemcpy.text(0)) of memcpy: \(row.stage)") }
    if let path = recorded.record {
      let result = Result(photos: stocks.count, megapixels: megapixels, rows: rows)
      try Record(result, versions: codecVersions).write(to: path)
    }
  }

  private static var stages: [(name: String, run: (inout Stock) throws -> Void)] {
    let sepia = Sepia()
    let before: [(String, (inout Stock) throws -> Void)] = [
      (
        "memcpy of the pixels",
        { stock in
          stock.copy.withUnsafeMutableBytes { to in stock.picture.withUnsafeBytes { to.copyMemory(from: $0) }
          }
        }
      ),
      ("decode JPEG", { stock in _ = try decode(stock.jpeg) }),
      ("decode PNG", { stock in _ = try decode(stock.png) }),
      ("sepia", { stock in sepia.apply(to: &stock.copy) }),
    ]
    let ways =
      Compression.allCases.map { ($0.rawValue, PNGWay.own(PNGSettings($0))) }
      + [("libpng's defaults", .libpngDefault)]
    let encoding = ways.map { name, way -> (String, (inout Stock) throws -> Void) in
      ("encode PNG, \(name): \(way)", { stock in _ = try way.encode(stock.picture) })
    }
    var recipe = Recipe()
    recipe.filter = .sepia()
    let whole = Compression.allCases.map { compression -> (String, (inout Stock) throws -> Void) in
      (
        "the whole photo, \(compression)",
        { stock in
          try stock.jpeg.withUnsafeBytes { bytes in
            try recipe.develop(bytes, as: .png(compression)) { _ in }
          }
        }
      )
    }
    return before + encoding + whole
  }
}
