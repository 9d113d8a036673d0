import Testing

@testable import Imaging

@Suite struct SepiaTests {
  static let amounts = [0, 0.1, 0.37, 0.5, 0.8, 0.803, 1.0 / 3, 0.99, 1]

  /// Applies the standard's matrix in double precision and rounds. A sum that falls short of a half by an ulp counts
  /// as one.
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

  @Test("Every pixel is as in double precision, and alpha stays", arguments: amounts, PixelFormat.allCases)
  func colours(amount: Double, format: PixelFormat) {
    let greys = (0..<256).flatMap { grey in
      [grey, grey, grey, 255 - grey].prefix(format.channels).map { $0 * (format.is16Bit ? 257 : 1) }
    }
    Self.expectReference(Picture(values: greys, width: 256, height: 1, format: format), amount)
    Self.expectReference(.noise(width: 65, height: 33, format: format, seed: amount.bitPattern), amount)
    for count in 1...70 {
      Self.expectReference(.noise(width: count, height: 1, format: format, seed: UInt64(count)), amount)
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
