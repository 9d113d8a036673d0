/// The five filters of ISO/IEC 15948, section 9.2, one byte at a time.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Predicts a byte from the ones to the left, above, and above left.
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

  /// Returns the filter number followed by the differences from the predictions.
  func applied(to row: [UInt8], _ above: [UInt8], pixel: Int) -> [UInt8] {
    [rawValue]
      + row.indices.map { at in
        let (left, corner) = at >= pixel ? (row[at - pixel], above[at - pixel]) : (0, 0)
        return row[at] &- prediction(left, above[at], corner)
      }
  }
}
