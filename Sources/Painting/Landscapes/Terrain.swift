import Base
import Foundation

/// Land as a camera sees it that stands on it and looks along z. Lengths are about kilometres.
///
/// Each column of the canvas is a vertical slice of the land: it is walked from near to far, what nearer land hides is
/// dropped, and the rest is painted from far to near.
struct Terrain: Layer {
  let form: Form
  /// The height of its highest places.
  let amplitude: Float
  /// Added to the height everywhere.
  var lift: Float = 0.03
  let ground: Ground
  /// The camera's height above the water.
  var camera: Float = 0.25
  /// The distance at which haze has taken 63 %.
  var clearness: Float = 12
  /// The height below which mist lies.
  var mist: Float = -9
  /// What land below 0 is.
  var water: Water?
  /// Moves another part of the noise into sight.
  var shift = SIMD2<Float>()

  mutating func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    shift = SIMD2(random.uniform(0, 512), random.uniform(0, 512))
    let (focal, sea) = (0.9 * canvas.unit, water == nil ? -.infinity : Float(0))
    let eye = max(camera, elevation(0, 0.2) + 0.14)
    let growth = 1 + 8 / max(600, canvas.unit)
    for x in 0..<canvas.width {
      let slope = (Float(x) + 0.5 - canvas.middle) / focal
      let haze = light.haze + light.sun * (bell(slope * 0.9 - light.place.x, 0.4) * 0.16 * light.glow)
      var seen: [(row: Float, color: Color)] = []
      var (lowest, z) = (Float(canvas.height), Float(0.2))
      while z < 22 {
        let height = elevation(slope * z, z)
        let row = canvas.horizon + (eye - max(sea, height)) * focal / z
        if row < lowest {
          let isWater = height <= sea
          let color = isWater ? light.middle * 0.5 : lit(light, slope * z, z, height)
          // Mist is thin at the viewer's feet.
          let clear = exp(-z / clearness) * mix(1, smoothstep(mist - 0.6, mist, height), clamp(z * 0.5))
          seen.append((row, mix(haze, color, clear).marked(isWater ? 1 : 0)))
          lowest = row
        }
        z *= growth
      }
      guard let nearest = seen.first else { continue }
      for (below, top) in zip([(Float(canvas.height), nearest.color)] + seen, seen).reversed() {
        for y in canvas.touched(top.row, below.0, of: canvas.height) {
          let color = mix(top.color, below.1, clamp((Float(y) + 0.5 - top.row) / max(1, below.0 - top.row)))
          // Its first pixel is covered as far as it lies below the top.
          canvas[x, y] = mix(canvas[x, y], color, clamp(Float(y) + 1 - top.row))
        }
      }
    }
    water?.paint(on: canvas, in: light, &random)
  }

  /// The ground at a place as sun and sky light it.
  private func lit(_ light: Light, _ x: Float, _ z: Float, _ height: Float) -> Color {
    let reach = 0.006 + z * 0.004
    let slopeX = (elevation(x + reach, z) - height) / reach
    let slopeZ = (elevation(x, z + reach) - height) / reach
    let upright = 1 / (1 + slopeX * slopeX + slopeZ * slopeZ).squareRoot()
    let sun = light.direction
    var direct = max(0, sun.y - slopeX * sun.x - slopeZ * sun.z) * upright
    if direct > 0 {
      // Two steps towards the sun find the land that shades the place.
      for gone in [0.1 + z * 0.013, 0.4 + z * 0.05] {
        let above = elevation(x + sun.x * gone, z + sun.z * gone) - height
        direct *= 1 - clamp((above / gone - max(0.12, sun.y)) * 6)
      }
    }
    let lamp = light.sun * direct + light.ambient * (0.55 + 0.45 * upright)
    return ground.color(x, z, height: height, upright: upright) * lamp
  }
}

/// The colours of the ground and of the plants on it.
struct Ground {
  let rock, soil: Color
  /// Grown in patches between the soil, as fields are.
  var crop: Color?
  /// Grown in rows that run to a point on the horizon.
  var rows: Color?
  /// On gentle slopes that are not too high.
  var trees: Color?
  /// Snow lies above this height where it is not too steep.
  var snowLine: Float = 99
  /// Ground whose normal has less than this upright counts as steep.
  var steepness: Float = 0.72

  func color(_ x: Float, _ z: Float, height: Float, upright: Float) -> Color {
    let noise = NoiseTile.soft
    let coarse = noise.at(x * 61, z * 61)
    // Close to the viewer finer grain shows.
    let fine = mix(noise.at(x * 2_300, z * 2_300) * 1.3, noise.at(x * 410 + 33, z * 410), clamp(z * 0.8))
    let bare = rock * (1 + coarse * 0.35 + fine * 0.3)
    var grown = soil
    if let crop { grown = mix(soil, crop, smoothstep(-0.06, 0.06, noise.at(x * 27 + 9, z * 17 + 80))) }
    if let rows {
      let swing = (x + 0.035) * 30
      let bush = smoothstep(0.42, 0.2, abs(swing - swing.rounded()) + fine * 0.1)
      // Far rows run into each other.
      let cover = mix(0.75, bush, smoothstep(2, 0.5, z)) * smoothstep(3.4, 3, z)
      grown = mix(grown, rows * (0.6 + 0.4 * bush), cover)
    }
    let flat = smoothstep(steepness - 0.12, steepness + 0.1, upright + coarse * 0.08)
    var color = mix(bare, grown * (1 + coarse * 0.4 + fine * 0.35), flat)
    if let trees {
      let wood = smoothstep(0.6, 0.38, height + coarse * 0.16)
      let stand = smoothstep(-0.3, 0.05, coarse + 0.25) * wood * smoothstep(0.5, 0.62, upright)
      color = mix(color, trees * (1 + fine * 0.75), stand)
    }
    let snow = smoothstep(snowLine - 0.09, snowLine + 0.12, height + coarse * 0.14)
    let holds = smoothstep(steepness - 0.26, steepness - 0.06, upright + fine * 0.06)
    return mix(color, hex(0xf6f8fc) * (1 + fine * 0.04), snow * holds)
  }
}
