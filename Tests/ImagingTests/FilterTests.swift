import Base
import CPixels
import TestSupport
import Testing

@testable import Imaging

/// The loops over 32 bytes at a time against a byte at a time, as the specification has it.
@Suite struct FilterTests {
  /// The five filters of ISO/IEC 15948, section 9.2, and what they predict of left, above and above left.
  enum PlainFilter: Int, CaseIterable {
    case none, sub, up, average, paeth

    func prediction(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
      switch self {
      case .none: return 0
      case .sub: return left
      case .up: return above
      case .average: return UInt8((Int(left) + Int(above)) / 2)
      case .paeth:
        let estimate = Int(left) + Int(above) - Int(corner)
        let distances = [left, above, corner].map { abs(estimate - Int($0)) }
        if distances[0] <= distances[1] && distances[0] <= distances[2] { return left }
        return distances[1] <= distances[2] ? above : corner
      }
    }

    func apply(to row: [UInt8], _ previous: [UInt8], pixel: Int) -> [UInt8] {
      row.indices.map { at in
        let hasLeft = at >= pixel
        return row[at]
          &- prediction(
            hasLeft ? row[at - pixel] : 0, previous[at], hasLeft ? previous[at - pixel] : 0)
      }
    }
  }

  static func cost(_ differences: [UInt8]) -> Int {
    differences.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
  }

  static func filtered(_ row: [UInt8], _ previous: [UInt8], pixel: Int, filters: UInt32) -> [UInt8] {
    let margin = [UInt8](repeating: 0, count: Int(PIXELS_MARGIN))
    // What lies behind a row must not count.
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

  @Test("Each filter gives what it gives byte by byte, for every length and pixel", arguments: 1...8)
  func eachFilter(pixel: Int) {
    var random = SplitMix(seed: UInt64(pixel))
    for pixels in [1, 2, 3, 5, 10, 11, 16, 21, 31, 32, 33, 64, 100] {
      let row = (0..<pixels * pixel).map { _ in UInt8.random(in: 0...255, using: &random) }
      let previous = row.map { _ in UInt8.random(in: 0...255, using: &random) }
      for filter in PlainFilter.allCases {
        let expected = [UInt8(filter.rawValue)] + filter.apply(to: row, previous, pixel: pixel)
        #expect(Self.filtered(row, previous, pixel: pixel, filters: 1 << filter.rawValue) == expected)
      }
    }
  }

  @Test("Paeth predicts exactly, whatever lies left, above and between")
  func paeth() {
    // With pixels of one byte: the second is predicted of the first, what is above it, and what is between.
    for left in stride(from: 0, through: 255, by: 5) {
      for corner in stride(from: 0, through: 255, by: 5) {
        for above in UInt8.min...UInt8.max {
          let (row, previous) = ([UInt8(left), 7], [UInt8(corner), above])
          let result = Self.filtered(row, previous, pixel: 1, filters: 1 << 4)
          guard result[2] == 7 &- PlainFilter.paeth.prediction(UInt8(left), above, UInt8(corner)) else {
            Issue.record("of \(left), \(above), \(corner)")
            return
          }
        }
      }
    }
  }

  @Test("Of several filters a row gets the first of the least differences", arguments: [3, 4])
  func choice(pixel: Int) {
    var random = SplitMix(seed: 40 + UInt64(pixel))
    var chosen: Set<UInt8> = []
    for round in 0..<400 {
      // Rows longer than what is added up in 16 bits, and noise of many strengths over what goes on from above
      // or from the left.
      let count = round % 50 == 0 ? 3 * 8160 + 50 : Int.random(in: 1...300, using: &random)
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
      let tried = PlainFilter.allCases.filter { filters >> $0.rawValue & 1 == 1 }
      let results = tried.map { ($0, $0.apply(to: row, previous, pixel: pixel)) }
      // `min` gives the first of equals.
      let best = results.min { Self.cost($0.1) < Self.cost($1.1) }
      let result = Self.filtered(row, previous, pixel: pixel, filters: filters)
      #expect(result == best.map { [UInt8($0.0.rawValue)] + $0.1 })
      chosen.insert(result[0])
    }
    #expect(chosen.count == 5)
  }

  @Test("A filter is taken back to the row it was made of, also in place", arguments: [1, 3, 4])
  func takenBack(pixel: Int) {
    var random = SplitMix(seed: 80 + UInt64(pixel))
    for pixels in [1, 2, 3, 10, 11, 31, 32, 33, 64, 100, 257] {
      let row = (0..<pixels * pixel).map { _ in UInt8.random(in: 0...255, using: &random) }
      let previous = row.map { _ in UInt8.random(in: 0...255, using: &random) }
      for filter in PlainFilter.allCases {
        let filtered = [UInt8(filter.rawValue)] + filter.apply(to: row, previous, pixel: pixel)
        for ahead in 0...3 {
          var room = [UInt8](repeating: 0xEE, count: ahead) + filtered + [0xDD]
          room.withUnsafeMutableBufferPointer { room in
            let start = room.baseAddress!
            #expect(pixels_unfilter_row(start, start + ahead, previous, row.count, pixel))
          }
          #expect(Array(room.prefix(row.count)) == row)
          #expect(room.last == 0xDD)
        }
      }
      var room = row
      #expect(!pixels_unfilter_row(&room, [5] + row, previous, row.count, pixel))
    }
  }
}
