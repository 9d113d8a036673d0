import Base
import Foundation

/// One silhouette behind another, each paler than the one in front of it: mountains in mist, woods, shores. What changes
/// from the farthest to the nearest is a pair.
struct Ridges {
  /// From far to near: jagged, rounded, or rounded with the tops of conifers along it.
  enum Line { case peaks, hills, woods }
  typealias Pair<Value> = (far: Value, near: Value)

  let lines: [Line]
  /// Where a silhouette is on average, as a share of the canvas's height from the top.
  let base: Pair<Float>
  /// How far it goes up and down, and how long its coarsest waves are, in units.
  let amplitude, length: Pair<Float>
  var treeHeight: Pair<Float> = (0.02, 0.02)
  let tone: Pair<Color>
  /// How fast the tone becomes the near one.
  var curve: Float = 1
  /// The colour of woods, where they have one of their own.
  var woods: Color?
  /// The mist at a silhouette's foot, how thick it is, and how far below its line, in units.
  let mist: Pair<Color>
  let thickness, depth: Pair<Float>
  /// How much the inside is modelled, 0 to 1.
  let texture: Pair<Float>

  private struct Silhouette {
    let line: Line
    let near: Float
    let seed: UInt32
    /// Its outline's row at every column, and the smoother one that its shading follows.
    var outline: [Float] = []
    var body: [Float] = []
  }

  func paint(on canvas: Canvas, _ random: inout SplitMix) {
    let silhouettes = lines.enumerated().map { index, line in
      silhouette(line, near: Float(index) / Float(lines.count - 1), seed: random.seed(), on: canvas)
    }
    for (index, silhouette) in silhouettes.enumerated() {
      let near = silhouette.near
      var top = mix(tone.far, tone.near, pow(near, curve))
      if let woods, silhouette.line == .woods { top = woods }
      let foot = mix(top, mix(mist.far, mist.near, near), mix(thickness.far, thickness.near, near))
      let reach = mix(depth.far, depth.near, near)
      let relief = mix(texture.far, texture.near, smoothstep(0.2, 0.4, near))
      let shift = Float(scramble(index, 8, silhouette.seed) & 511)
      for x in 0..<canvas.width {
        let line = silhouette.outline[x]
        // What nearer ridges hide need not be painted.
        let hidden = silhouettes[(index + 1)...].reduce(Float(canvas.height)) { min($0, $1.outline[x]) }
        for y in canvas.rows(line, hidden + 1) {
          let below = (Float(y) - silhouette.body[x]) / canvas.unit
          // Slopes lean: what is lower lies farther to the side.
          let u = (Float(x) / canvas.unit + below * 0.5) * 330 + shift
          let v = below * 260 + shift
          let form = NoiseTile.ridged.at(u * 0.6, v * 0.6) - 0.45 + NoiseTile.soft.at(u * 2.4, v * 1.8) * 0.35
          let color = mix(top, foot, smoothstep(0, reach, below))
          let modelled = 1 + form * relief * (1 - smoothstep(0, reach * 1.4, below))
          canvas.cover(x, y, with: color * modelled, clamp(Float(y) + 1 - line))
        }
      }
    }
  }

  private func silhouette(_ line: Line, near: Float, seed: UInt32, on canvas: Canvas) -> Silhouette {
    var result = Silhouette(line: line, near: near, seed: seed)
    let tall = mix(treeHeight.far, treeHeight.near, near * near)
    let (high, long) = (mix(amplitude.far, amplitude.near, near), mix(length.far, length.near, near))
    let middle = mix(base.far, base.near, near) * Float(canvas.height)
    for column in 0..<canvas.width {
      let x = (Float(column) - canvas.middle) / canvas.unit
      let place = x / long + 50
      let (outline, body): (Float, Float)
      switch line {
      case .peaks:
        let broad = lineNoise(place, seed: seed, octaves: 2) * 0.6
        func crest(_ octaves: Int) -> Float {
          1 - abs(lineNoise(place * 1.7, seed: seed &+ 9, octaves: octaves, gain: 0.52)) * 1.5
        }
        (outline, body) = (high * (broad + crest(6) * 0.6 - 0.25), high * (broad + crest(2) * 0.4 - 0.05))
      case .hills:
        let rise = high * lineNoise(place, seed: seed, octaves: 4, gain: 0.4)
        (outline, body) = (rise, rise)
      case .woods:
        let rise = high * lineNoise(place, seed: seed, octaves: 3, gain: 0.4)
        (outline, body) = (rise + Self.conifers(x, tall, seed: seed), rise + tall * 0.7)
      }
      result.outline.append(middle - outline * canvas.unit)
      result.body.append(middle - body * canvas.unit)
    }
    return result
  }

  /// The outline of narrow triangles of many heights standing close together.
  private static func conifers(_ x: Float, _ tall: Float, seed: UInt32) -> Float {
    let spacing = tall * 0.2
    let cell = Int((x / spacing).rounded(.down))
    return (cell - 2...cell + 2).reduce(0) { highest, index in
      let bits = scramble(index, 3, seed)
      let height = tall * (0.35 + Float(bits & 255) / 255 * 0.65)
      let trunk = (Float(index) + Float(bits >> 8 & 255) / 255) * spacing
      let share = 1 - abs(x - trunk) / (height * (0.13 + 0.06 * Float(bits >> 16 & 255) / 255))
      guard share > 0 else { return highest }
      // Branches: the sides go up in steps.
      return max(highest, height * mix(share, (share * 9).rounded(.down) / 9, 0.6))
    }
  }
}

extension SplitMix {
  mutating func seed() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}
