import ArgumentParser
import Foundation
import Imaging
import Measurement
import Recording

/// Compares sepia with memcpy in alternating runs, and with double precision for every possible colour.
struct SepiaBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sepia", abstract: "Sepia against memcpy of as many bytes, and against double precision.")

  @Option(help: "How often each is measured.") var rounds = 21
  @OptionGroup var recorded: Recorded

  struct Speed: Encodable {
    let amount: Double
    let format: String
    let megapixels: Double
    /// The filter's throughput in 10^9 bytes per second.
    let sepia: Spread
    /// The copy's throughput in 10^9 bytes per second.
    let memcpy: Spread
    /// The filter's time divided by that of the copy just before it.
    let ratio: Spread
  }

  struct Exactness: Encodable {
    let amount: Double
    let colours: Int
    let different: Int
  }

  struct Result: Encodable {
    let speed: [Speed]
    let exactness: [Exactness]
  }

  func run() throws {
    print("Sepia against memcpy, GB/s, median (least to most) of \(rounds) rounds, by turns")
    var speeds: [Speed] = []
    for (width, height) in [(4000, 3000), (256, 256)] {
      for format in [PixelFormat.rgb, .rgba] {
        for amount in [0.8, 0.37] {
          let speed = measure(width: width, height: height, format: format, amount: amount)
          let size = String(format: "%5.2f Mpx ", speed.megapixels) + (format == .rgb ? "RGB " : "RGBA")
          print(
            "  \(size) at \(amount): sepia \(speed.sepia.text()), memcpy \(speed.memcpy.text())",
            terminator: "")
          print(", ratio \(speed.ratio.text())")
          speeds.append(speed)
        }
      }
    }
    let exactness = [0, 0.2, 0.37, 0.5, 0.8, 0.803, 1.0 / 3, 1].map { amount in
      let result = Exactness(amount: amount, colours: 1 << 24, different: colours(amount: amount))
      print("At \(amount), \(result.different) of \(result.colours) colours differ from double precision")
      return result
    }
    if let path = recorded.record {
      try Record(Result(speed: speeds, exactness: exactness), versions: [:]).write(to: path)
    }
  }

  private func measure(width: Int, height: Int, format: PixelFormat, amount: Double) -> Speed {
    var picture = Picture(width: width, height: height, format: format)
    var copy = Picture(width: width, height: height, format: format)
    picture.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 13) }
    }
    let sepia = Sepia(amount: amount)
    // Small pictures are repeated because they are too fast for the clock.
    let times = max(1, 12_000_000 / picture.pixelCount)
    let bytes = Double(picture.byteCount * times) / 1e9
    var (filtering, copying): ([Double], [Double]) = ([], [])
    for round in 0...rounds {
      let copied = processorTime {
        for _ in 0..<times {
          copy.withUnsafeMutableBytes { to in picture.withUnsafeBytes { to.copyMemory(from: $0) } }
        }
      }
      let filtered = processorTime { for _ in 0..<times { sepia.apply(to: &picture) } }
      guard round > 0 else { continue }  // the first round is a warm-up
      copying.append(copied)
      filtering.append(filtered)
    }
    return Speed(
      amount: amount, format: format.rawValue, megapixels: Double(picture.pixelCount) / 1e6,
      sepia: Spread(filtering.map { bytes / $0 }), memcpy: Spread(copying.map { bytes / $0 }),
      ratio: Spread(zip(filtering, copying).map { $0 / $1 }))
  }

  /// Returns the number of colours whose result differs from the rounded one in double precision, where a sum within
  /// 10^-9 below a half counts as a half.
  private func colours(amount: Double) -> Int {
    let matrix = Sepia.matrix(amount: amount)
    let sepia = Sepia(amount: amount)
    var different = 0
    for blue in 0...255 {
      var plane = Picture(width: 256, height: 256, format: .rgb)
      plane.withUnsafeMutableBytes { bytes in
        for pixel in 0..<65536 {
          bytes[pixel * 3] = UInt8(pixel & 255)
          bytes[pixel * 3 + 1] = UInt8(pixel >> 8)
          bytes[pixel * 3 + 2] = UInt8(blue)
        }
      }
      sepia.apply(to: &plane)
      plane.withUnsafeBytes { bytes in
        for pixel in 0..<65536 {
          let (red, green) = (Double(pixel & 255), Double(pixel >> 8))
          func isDifferent(_ row: Int) -> Bool {
            let sum = matrix[row * 3] * red + matrix[row * 3 + 1] * green + matrix[row * 3 + 2] * Double(blue)
            return bytes[pixel * 3 + row] != UInt8(min((sum + 0.5 + 1e-9).rounded(.down), 255))
          }
          if isDifferent(0) || isDifferent(1) || isDifferent(2) { different += 1 }
        }
      }
    }
    return different
  }
}
