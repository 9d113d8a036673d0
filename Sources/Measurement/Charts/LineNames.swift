/// Places the names of a chart's lines so that it is clear which line each name belongs to. A name is placed next to
/// its line, at a point where the other lines are far away. Distances are in pixels.
struct LineNames {
  typealias Point = (x: Double, y: Double)

  /// The centre of each name, in the order of the lines.
  private(set) var places: [Point] = []
  private var widths: [Double] = []
  private let lines: [[Point]]

  /// The distance from a line to the centre of its name.
  private static let offset = 16.0
  private static let height = 16.0
  /// The approximate width of a character.
  private static let character = 7.5

  /// - Parameters:
  ///   - lines: The points of each line from left to right. A line without points gets a name at the first position.
  ///   - left: The left edge of the area for names. `right`, `top` and `bottom` are its other edges.
  init(_ names: [String], of lines: [[Point]], left: Double, right: Double, top: Double, bottom: Double) {
    self.lines = lines
    for (index, name) in names.enumerated() {
      let half = Double(name.count) * Self.character / 2
      let steps = stride(from: left + half + 4, through: right - half, by: 4)
      let candidates = steps.flatMap { x -> [Point] in
        guard let y = Self.height(of: lines[index], at: x) else { return [] }
        return [(x, y - Self.offset), (x, y + Self.offset)]
      }
      let inside = candidates.filter { $0.y > top && $0.y < bottom - Self.height / 2 }
      let best = inside.max { score($0, half, index) < score($1, half, index) }
      places.append(best ?? (left + half, top))
      widths.append(2 * half)
    }
  }

  /// Returns the distance from a name to the nearest other line or name. A name that its own line crosses scores low.
  private func score(_ place: Point, _ half: Double, _ own: Int) -> Double {
    var nearest = Double.infinity
    for (index, line) in lines.enumerated() {
      for x in [place.x - half, place.x - half / 2, place.x, place.x + half / 2, place.x + half] {
        guard let y = Self.height(of: line, at: x) else { continue }
        // The name's own line counts only if it is too close.
        let distance = abs(y - place.y)
        nearest = min(nearest, index == own && distance >= 6 ? .infinity : distance)
      }
    }
    for (other, width) in zip(places, widths) where abs(other.x - place.x) < half + width / 2 + 8 {
      nearest = min(nearest, abs(other.y - place.y) - Self.height / 2)
    }
    return nearest
  }

  /// Returns the line's y coordinate at `x`, or nil to the left or right of the line.
  private static func height(of line: [Point], at x: Double) -> Double? {
    guard let after = line.firstIndex(where: { $0.x >= x }) else { return nil }
    guard after > 0 else { return line[0].x == x ? line[0].y : nil }
    let (one, other) = (line[after - 1], line[after])
    return one.y + (other.y - one.y) * (x - one.x) / (other.x - one.x)
  }
}
