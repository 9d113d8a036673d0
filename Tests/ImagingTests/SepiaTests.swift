import Testing

@testable import Imaging

@Suite struct SepiaTests {
  static let amounts = [0, 0.1, 0.37, 0.5, 0.8, 0.803, 1.0 / 3, 0.99, 1]

  /// The standard's matrix in double precision, rounded; a half is one also when its sum falls short by an ulp.
  static func reference(_ pixel: [Int], _ matrix: [Double], is16Bit: Bool) -> [Int] {
    (0..<3).map { row in
      let sum = (0..<3).reduce(0.0) { $0 + matrix[row * 3 + $1] * Double(pixel[$1]) }
      return Int(min((sum + (is16Bit ? 1e-6 : 1e-9) + 0.5).rounded(.down), is16Bit ? 65_535 : 255))
    }
  }

  static func expectReference(_ before: Picture, _ amount: Double) {
    var after = before
    Sepia(amount: amount).apply(to: &after)
    let (from, to, size) = (before.values, after.values, before.format.channels)
    let (matrix, is16Bit) = (Sepia.matrix(amount: amount), before.format.is16Bit)
    for start in stride(from: 0, to: from.count, by: size) {
      let pixel = Array(from[start..<start + size])
      let expected = reference(pixel, matrix, is16Bit: is16Bit) + pixel.dropFirst(3)
      guard Array(to[start..<start + size]) == expected else {
        Issue.record("\(pixel) became \(to[start..<start + size]), not \(expected), at \(amount)")
        return
      }
    }
  }

  @Test("Every grey is what double precision makes of it", arguments: amounts, PixelFormat.eightBit)
  func greys(amount: Double, format: PixelFormat) {
    let greys = Picture(width: 256, height: 1, format: format) { x, _ in
      [UInt8(x), UInt8(x), UInt8(x), UInt8(255 - x)]
    }
    Self.expectReference(greys, amount)
  }

  @Test(
    "Random colours are what double precision makes of them, and alpha stays", arguments: amounts,
    PixelFormat.allCases)
  func randomColours(amount: Double, format: PixelFormat) {
    Self.expectReference(.noise(width: 129, height: 65, format: format, seed: amount.bitPattern), amount)
  }

  @Test("Any number of pixels is filtered to its last")
  func sizes() {
    for count in 1...70 {
      for format in PixelFormat.eightBit {
        Self.expectReference(.noise(width: count, height: 1, format: format, seed: UInt64(count)), 0.8)
      }
    }
  }

  @Test("At 0 nothing changes; beyond 0 and 1 is as at 0 and 1; the default is 0.8")
  func ends() {
    let before = Picture.noise(width: 40, height: 40, format: .rgba, seed: 10)
    var after = before
    Sepia(amount: 0).apply(to: &after)
    #expect(after.bytes == before.bytes)
    #expect(Sepia(amount: -3).amount == 0)
    #expect(Sepia(amount: 3).amount == 1)
    #expect(Sepia(amount: .nan).amount == 0)
    #expect(Sepia().amount == 0.8)
  }
}
