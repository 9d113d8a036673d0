/// A golden crown, drawn upwards from a place on its lower edge.
struct Crown {
  let isClosed: Bool

  /// `color` with the crown over it; the place is in half shield widths from the middle of the crown's foot.
  func over(_ color: Color, _ x: Float, _ y: Float, soft: Float) -> Color {
    let up = -y
    guard up > -0.05, up < 0.95, abs(x) < 0.8 else { return color }
    func inside(_ distance: Float) -> Float { smoothstep(soft, -soft, distance) }

    let bend = 0.05 * x * x
    let band = max(abs(x) - 0.58, abs(up - 0.09 + bend) - 0.09)
    var shape = band
    // Five points lean outwards, a ball on each.
    for point in -2...2 {
      let foot = Float(point) * 0.26
      let tip = foot * 1.18
      let high: Float = isClosed ? 0.36 : 0.5 - 0.03 * Float(abs(point))
      let share = clamp((up - 0.12) / (high - 0.12))
      let center = foot + (tip - foot) * share
      let half = 0.1 * (1 - share) + 0.012
      shape = min(shape, max(abs(x - center) - half, max(up - high, 0.1 - up)))
      shape = min(shape, Self.distance(x - tip, up - high - 0.03) - 0.045)
    }
    var velvet: Float = 1
    if isClosed {
      let dome = (x * x * 2.6 + (up - 0.15) * (up - 0.15) * 4.4).squareRoot() - 0.98
      velvet = max(dome, 0.15 - up)
      let sideArch = abs((x * x * 2.6 + (up - 0.15) * (up - 0.15) * 4.4).squareRoot() - 0.98) * 0.5 - 0.035
      shape = min(shape, max(sideArch, 0.15 - up))
      shape = min(shape, max(abs(x) - 0.035, max(up - 0.6, 0.15 - up)))
      shape = min(shape, Self.distance(x, up - 0.66) - 0.065)
      let cross = min(max(abs(x) - 0.02, abs(up - 0.78) - 0.075), max(abs(x) - 0.06, abs(up - 0.79) - 0.02))
      shape = min(shape, cross)
    }
    var result = mix(color, Tincture.red.color * (0.35 + 0.5 * up), inside(velvet))
    let shine = 0.72 + 0.45 * cosine(x * 3.2 + 0.7) * cosine(up * 5)
    result = mix(result, Tincture.gold.color * shine, inside(shape))
    // Jewels along the band.
    for jewel in -2...2 {
      let away = Self.distance((x - Float(jewel) * 0.24) * 0.8, up - 0.09 + bend) - 0.042
      let stone: Tincture = jewel % 2 == 0 ? .red : .blue
      result = mix(result, stone.color * 1.2, inside(away))
    }
    return result
  }

  private static func distance(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
}

/// Roman figures in gold, centred.
struct Numeral {
  private let strokes: [(x1: Float, y1: Float, x2: Float, y2: Float)]

  init(_ text: String) {
    let widths: [Character: Float] = ["I": 0.1, "V": 0.24, "X": 0.24]
    var left = -text.reduce(Float(0)) { $0 + (widths[$1] ?? 0) + 0.07 } / 2 + 0.035
    var strokes: [(Float, Float, Float, Float)] = []
    let low: Float = 0.15
    for letter in text {
      guard let width = widths[letter] else { continue }
      let right = left + width
      let middle = (left + right) / 2
      switch letter {
      case "I": strokes.append((middle, -low, middle, low))
      case "V": strokes += [(left, -low, middle, low), (right, -low, middle, low)]
      default: strokes += [(left, -low, right, low), (right, -low, left, low)]
      }
      left = right + 0.07
    }
    self.strokes = strokes
  }

  func over(_ color: Color, _ x: Float, _ y: Float, soft: Float) -> Color {
    guard abs(y) < 0.3, !strokes.isEmpty else { return color }
    var nearest: Float = 1
    for stroke in strokes {
      let dx = stroke.x2 - stroke.x1
      let dy = stroke.y2 - stroke.y1
      let share = clamp(((x - stroke.x1) * dx + (y - stroke.y1) * dy) / (dx * dx + dy * dy))
      let offX = x - stroke.x1 - dx * share
      let offY = y - stroke.y1 - dy * share
      nearest = min(nearest, (offX * offX + offY * offY).squareRoot())
    }
    return mix(color, Tincture.gold.color * (1 - y), smoothstep(soft, -soft, nearest - 0.028))
  }
}
