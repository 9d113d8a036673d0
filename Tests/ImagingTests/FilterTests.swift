import Base
import CPixels
import Testing

/// Compares the loops over 32 bytes with the specification's definition, one byte at a time.
@Suite struct FilterTests {
  private static func cost(_ filtered: [UInt8]) -> Int {
    filtered.dropFirst().reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
  }

  private static func filtered(_ row: [UInt8], _ previous: [UInt8], pixel: Int, filters: UInt32) -> [UInt8] {
    let margin = [UInt8](repeating: 0, count: Int(PIXELS_MARGIN))
    // Bytes after the row must not affect the result.
    let behind = [UInt8](repeating: 0xA5, count: Int(PIXELS_MARGIN))
    var result = [UInt8](repeating: 0xEE, count: row.count + 2)
    (margin + row + behind).withUnsafeBufferPointer { row in
      (margin + previous + behind).withUnsafeBufferPointer { previous in
        pixels_filter_row(
          &result, row.baseAddress! + margin.count, previous.baseAddress! + margin.count, result.count - 2,
          pixel, filters)
      }
    }
    #expect(result.removeLast() == 0xEE)
    return result
  }

  private static func unfiltered(_ filtered: [UInt8], _ previous: [UInt8], pixel: Int) -> [UInt8] {
    let count = previous.count
    let rows = filtered.count / (count + 1)
    var result = [UInt8](repeating: 0, count: rows * count)
    pixels_unfilter_rows(&result, count, filtered, previous, count, pixel, rows)
    return result
  }

  @Test("Paeth predicts exactly, whatever lies left, above and between, and is taken back")
  func paeth() {
    // With one-byte pixels, the second byte is predicted from the first, the one above, and the one above left.
    for left in stride(from: 0, through: 255, by: 15) {
      for corner in stride(from: 0, through: 255, by: 15) {
        for above in UInt8.min...UInt8.max {
          let (row, previous) = ([UInt8(left), 7], [UInt8(corner), above])
          let result = Self.filtered(row, previous, pixel: 1, filters: 1 << 4)
          guard result[2] == 7 &- PNGFilter.paeth.prediction(UInt8(left), above, UInt8(corner)),
            Self.unfiltered(result, previous, pixel: 1) == row
          else {
            Issue.record("of \(left), \(above), \(corner)")
            return
          }
        }
      }
    }
  }

  @Test("Rows are unfiltered, two at a time, whatever their filters and length", arguments: [1, 3, 4])
  func unfilteredRows(pixel: Int) {
    var random = SplitMix(seed: 30 + UInt64(pixel))
    for width in 1...40 {
      let zeros = [UInt8](repeating: 0, count: width * pixel)
      var (rows, filtered) = ([zeros], [UInt8]())
      for _ in 0..<15 {
        let row = zeros.map { _ in UInt8.random(in: 0...255, using: &random) }
        let filter = PNGFilter.allCases[Int.random(in: 0..<5, using: &random)]
        filtered += filter.applied(to: row, rows[rows.count - 1], pixel: pixel)
        rows.append(row)
      }
      #expect(Self.unfiltered(filtered, zeros, pixel: pixel) == rows.dropFirst().flatMap(\.self))
    }
  }

  @Test("A row gets the filter of the least differences, the first of equals", arguments: [1, 3, 4, 6, 8])
  func choice(pixel: Int) {
    var random = SplitMix(seed: 40 + UInt64(pixel))
    var chosen: Set<UInt8> = []
    for round in 0..<200 {
      // Includes rows that overflow a 16-bit sum, and noise of various strengths over patterns that continue from
      // above or from the left.
      let count = round % 100 == 0 ? 3 * 8160 + 50 : Int.random(in: 1...300, using: &random)
      let strength = 1 << Int.random(in: 0...7, using: &random)
      func noise() -> UInt8 { UInt8(truncatingIfNeeded: Int.random(in: 0...strength, using: &random)) }
      let previous = (0..<count).map { UInt8(truncatingIfNeeded: $0 * round) &+ noise() }
      var row: [UInt8] = []
      for at in 0..<count {
        let left = at >= pixel ? row[at - pixel] : 0
        row.append(
          [noise(), left &+ noise(), previous[at] &+ noise(), left / 2 &+ previous[at] / 2][round % 4])
      }
      let filters = UInt32.random(in: 1..<32, using: &random)
      let results = PNGFilter.allCases.filter { filters >> $0.rawValue & 1 == 1 }
        .map { $0.applied(to: row, previous, pixel: pixel) }
      let result = Self.filtered(row, previous, pixel: pixel, filters: filters)
      // `min` returns the first of equal elements.
      #expect(result == results.min { Self.cost($0) < Self.cost($1) })
      chosen.insert(result[0])
    }
    #expect(chosen.count == 5)
  }
}
