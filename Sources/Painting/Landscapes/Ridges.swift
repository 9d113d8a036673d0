import Base
import Foundation

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
  /// How far it goes up and down, and how long its coarsest waves are.
  let amplitude, length: Pair<Float>
  var trees: Pair<Float> = (0.02, 0.02)
  let tone: Pair<Color>
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
      let (near, seed) = (Float(index) / Float(lines.count - 1), random.seed())
      let rows = (0..<canvas.width).map { x in
        let (outline, body) = rise(line, canvas.view(x, 0).x, near, seed: seed)
        return mix(base.far, base.near, near) * Float(canvas.height) - SIMD2(outline, body) * canvas.unit
      }
      return (line: line, near: near, shift: Float(scramble(index, 8, seed) & 511), rows: rows)
    }
    for (index, (line, near, shift, rows)) in silhouettes.enumerated() {
      let own = line == .woods ? woods : nil
      let top = own ?? mix(tone.far, tone.near, near)
      let foot = mix(top, mist ?? light.haze, thickness)
      let reach = mix(depth.far, depth.near, near)
      let relief = mix(texture.far, texture.near, smoothstep(0.2, 0.4, near))
      for x in 0..<canvas.width {
        // What nearer ridges hide need not be painted.
        let hidden = silhouettes[(index + 1)...].reduce(Float(canvas.height)) { min($0, $1.rows[x].x) }
        canvas.fill(x, from: rows[x].x, to: hidden + 1) { y in
          let below = (y - rows[x].y) / canvas.unit
          // Slopes lean: what is lower lies farther to the side.
          let u = (Float(x) / canvas.unit + below * 0.5) * 330 + shift
          let v = below * 260 + shift
          let form = NoiseTile.ridged.at(u * 0.6, v * 0.6) - 0.45 + NoiseTile.soft.at(u * 2.4, v * 1.8) * 0.35
          let modelled = 1 + form * relief * (1 - smoothstep(0, reach * 1.4, below))
          return mix(top, foot, smoothstep(0, reach, below)) * modelled
        }
      }
    }
  }

  /// How high a silhouette is at a place, and its body without the finest jags.
  private func rise(_ line: Line, _ x: Float, _ near: Float, seed: UInt32) -> (outline: Float, body: Float) {
    let high = mix(amplitude.far, amplitude.near, near)
    let place = x / mix(length.far, length.near, near) + 50
    switch line {
    case .peaks:
      let broad = lineNoise(place, seed: seed, octaves: 2) * 0.6
      func crest(_ octaves: Int) -> Float {
        1 - abs(lineNoise(place * 1.7, seed: seed &+ 9, octaves: octaves, gain: 0.52)) * 1.5
      }
      return (high * (broad + crest(6) * 0.6 - 0.25), high * (broad + crest(2) * 0.4 - 0.05))
    case .hills:
      let hill = high * lineNoise(place, seed: seed, octaves: 4, gain: 0.4)
      return (hill, hill)
    case .woods:
      let hill = high * lineNoise(place, seed: seed, octaves: 3, gain: 0.4)
      let tall = mix(trees.far, trees.near, near * near)
      return (hill + conifers(x, tall, seed: seed), hill + tall * 0.7)
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
