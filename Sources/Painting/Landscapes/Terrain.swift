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
  var clearness: Float = 11
  /// The height below which mist lies.
  var mist: Float = -9
  /// How closely the slices are sampled; thin crests need more than 1.
  var fineness: Float = 1
  /// Whether land below 0 is water.
  var hasWater = false
  /// Moves another part of the noise into sight.
  var shift = SIMD2<Float>()

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    var land = self
    land.shift = SIMD2(random.uniform(0, 512), random.uniform(0, 512))
    land.paint(on: canvas, in: light)
  }

  private func paint(on canvas: Canvas, in light: Light) {
    let focal = 0.9 * canvas.unit
    let eye = max(camera, elevation(0, 0.2) + (hasWater ? 0.04 : 0.15))
    let growth = 1 + 12 / (max(600, canvas.unit) * fineness)
    for x in 0..<canvas.width {
      let slope = (Float(x) + 0.5 - canvas.middle) / focal
      let haze = light.haze + light.sun * (bell(slope * 0.9 - light.place.x, 0.4) * 0.16 * light.glow)
      var seen: [(row: Float, color: Color)] = []
      var (lowest, z) = (Float(canvas.height), Float(0.2))
      while z < 22 {
        let height = elevation(slope * z, z)
        let row = canvas.horizon + (eye - (hasWater ? max(0, height) : height)) * focal / z
        if row < lowest {
          let isWater = hasWater && height <= 0
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
        canvas.fill(x, from: top.row, to: below.0) { y in
          mix(top.color, below.1, clamp((y + 0.5 - top.row) / max(1, below.0 - top.row)))
        }
      }
    }
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
      // Three steps towards the sun find the land that shades the place.
      let run = 1 / max(0.05, SIMD2(sun.x, sun.z).length)
      let (near, facing) = (0.06 + z * 0.008, direct)
      for gone in [near, near * 3.3, near * 8.6] {
        let above = elevation(x + sun.x * run * gone, z + sun.z * run * gone) - height
        direct = min(direct, facing * (1 - clamp(above * 9 / gone - max(0.12, sun.y) * run * 9)))
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
  /// On gentle slopes below `treeLine`.
  var trees: Color?
  var treeLine: Float = 0.4
  /// Snow lies above this height where it is not too steep.
  var snowLine: Float = 99
  /// Bands of other rock, as in a canyon's walls.
  var strata: Color?
  /// Ground whose normal has less than this upright counts as steep.
  var steepness: Float = 0.72

  func color(_ x: Float, _ z: Float, height: Float, upright: Float) -> Color {
    let noise = NoiseTile.soft
    let coarse = noise.at(x * 61, z * 61)
    // Close to the viewer finer grain shows.
    let close = clamp(1.4 - z) * 0.7
    let fine = mix(noise.at(x * 410 + 33, z * 410), noise.at(x * 2_300, z * 2_300) * 1.3, close)
    var bare = rock * (1 + coarse * 0.35 + fine * 0.3)
    if let strata {
      bare = mix(bare, strata, smoothstep(-0.25, 0.35, noise.at(height * 190 + coarse * 5, 77)))
    }
    var grown = soil
    if let crop { grown = mix(soil, crop, smoothstep(-0.06, 0.06, noise.at(x * 27 + 9, z * 17 + 80))) }
    if let rows {
      let swing = (x + 0.035) * 30
      let share = abs(swing - swing.rounded()) * 2 + fine * 0.2
      // Far rows run into each other.
      let apart = smoothstep(2, 0.5, z)
      let bush = rows * mix(0.85, 0.35 + 0.9 * smoothstep(0.85, 0, share), apart)
      grown = mix(grown, bush, mix(0.75, smoothstep(0.9, 0.55, share), apart) * smoothstep(3.4, 3, z))
    }
    let flat = smoothstep(steepness - 0.12, steepness + 0.1, upright + coarse * 0.08)
    var color = mix(bare, grown * (1 + coarse * 0.4 + fine * (0.28 + 0.3 * close)), flat)
    if let trees {
      let wood = smoothstep(treeLine + 0.1, treeLine - 0.12, height + coarse * 0.16)
      let stand = smoothstep(-0.3, 0.05, coarse + 0.25) * wood * smoothstep(0.5, 0.62, upright)
      color = mix(color, trees * (1 + fine * 0.75), stand)
    }
    let snow = smoothstep(snowLine - 0.09, snowLine + 0.12, height + coarse * 0.14)
    let holds = smoothstep(steepness - 0.26, steepness - 0.06, upright + fine * 0.06)
    return mix(color, hex(0xf6f8fc) * (1 + fine * 0.04), snow * holds)
  }
}
