import Base

/// One silhouette behind another, each paler than the one in front of it: mountains in mist, woods, shores. What changes
/// from the farthest to the nearest is a pair.
struct Ridges: Layer {
  /// Jagged, rounded, or rounded with the tops of conifers along it.
  enum Line { case peaks, hills, woods }
  typealias Pair<Value> = (far: Value, near: Value)

  /// From far to near.
  let lines: [Line]
  /// Where a silhouette is on average, as a share of the canvas's height from the top.
  let base: Pair<Float>
  /// How far it goes up and down.
  let amplitude: Pair<Float>
  let tone: Pair<Color>
  var trees: Pair<Float> = (0.022, 0.022)
  /// The colour of woods, where they have one of their own.
  var woods: Color?
  /// The mist at a silhouette's foot; the light's haze if nil.
  var mist: Color?
  /// How thick the mist is, and how far below the line.
  var thickness: Float = 0.55
  var depth: Pair<Float> = (0.17, 0.17)
  /// How much the inside is modelled, 0 to 1.
  var texture: Pair<Float> = (0.3, 0.3)

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    // The row of a silhouette in every column, and of the smoother line that its shading follows.
    let silhouettes = lines.enumerated().map { index, line in
      let (near, seed) = (Float(index) / Float(lines.count - 1), random.uniform(0, 512))
      let rows = (0..<canvas.width).map { x in
        let (outline, body) = rise(line, canvas.view(x, 0).x, near, seed: seed)
        return mix(base.far, base.near, near) * Float(canvas.height) - SIMD2(outline, body) * canvas.unit
      }
      return (line: line, near: near, seed: seed, rows: rows)
    }
    for (index, (line, near, seed, rows)) in silhouettes.enumerated() {
      let top = line == .woods && woods != nil ? woods! : mix(tone.far, tone.near, near)
      let foot = mix(top, mist ?? light.haze, thickness)
      let reach = mix(depth.far, depth.near, near)
      let relief = mix(texture.far, texture.near, smoothstep(0.2, 0.4, near))
      for x in 0..<canvas.width {
        // What nearer ridges hide need not be painted.
        let hidden = silhouettes[(index + 1)...].reduce(Float(canvas.height)) { min($0, $1.rows[x].x) }
        canvas.fill(x, from: rows[x].x, to: hidden + 1) { y in
          let below = (y - rows[x].y) / canvas.unit
          // Slopes lean: what is lower lies farther to the side.
          let (u, v) = ((Float(x) / canvas.unit + below * 0.5) * 330 + seed, below * 260 + seed)
          let form = NoiseTile.ridged.at(u * 0.6, v * 0.6) - 0.45 + NoiseTile.soft.at(u * 2.4, v * 1.8) * 0.35
          let modelled = 1 + form * relief * (1 - smoothstep(0, reach * 1.4, below))
          return mix(top, foot, smoothstep(0, reach, below)) * modelled
        }
      }
    }
  }

  /// How high a silhouette is at a place, and its body without the finest jags.
  private func rise(_ line: Line, _ x: Float, _ near: Float, seed: Float) -> (outline: Float, body: Float) {
    let high = mix(amplitude.far, amplitude.near, near)
    let place = x / mix(0.36, 0.7, near) + 50
    let hill = high * NoiseTile.smooth.along(place, seed: seed) * 0.7
    switch line {
    case .peaks:
      func crest(_ tile: NoiseTile) -> Float { 1 - abs(tile.along(place * 1.3, seed: seed + 99)) * 1.5 }
      return (hill + high * (crest(.soft) * 0.6 - 0.25), hill + high * (crest(.smooth) * 0.4 - 0.05))
    case .hills: return (hill, hill)
    case .woods:
      let tall = mix(trees.far, trees.near, near * near)
      return (hill + conifers(x, tall, seed: UInt32(seed)), hill + tall * 0.7)
    }
  }

  /// The outline of narrow triangles of many heights standing close together.
  private func conifers(_ x: Float, _ tall: Float, seed: UInt32) -> Float {
    let spacing = tall * 0.2
    let cell = Int((x / spacing).rounded(.down))
    return (cell - 2...cell + 2).reduce(0) { highest, index in
      let bits = scramble(index, 3, seed)
      let height = tall * (0.35 + Float(bits & 255) / 255 * 0.65)
      let trunk = (Float(index) + Float(bits >> 8 & 255) / 255) * spacing
      let share = 1 - abs(x - trunk) / (height * (0.13 + 0.06 * Float(bits >> 16 & 255) / 255))
      // Branches: the sides go up in steps.
      return max(highest, height * mix(share, (share * 9).rounded(.down) / 9, 0.6))
    }
  }
}
