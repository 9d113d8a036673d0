import Foundation

/// Land as a camera sees it that stands on it and looks along z. Lengths are about kilometres.
///
/// Each column of the canvas is a vertical slice of the land: it is walked from near to far, what nearer land hides is
/// dropped, and the rest is painted from far to near.
struct Terrain {
  var relief: Relief
  let ground: Ground
  let light: Light
  /// The camera's height above the water.
  var camera: Float = 0.25
  /// The distance at which haze has taken 63 %.
  var clearness: Float = 11
  /// How closely the slices are looked at; thin crests need more than 1.
  var fineness: Float = 1
  /// Land below 0 is water, marked with 1 in the fourth lane.
  var hasWater = false

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float) {
    let focal = 0.9 * canvas.unit
    let eye = max(camera, relief.height(0, 0.2) + (hasWater ? 0.04 : 0.15))
    let growth = 1 + 12 / (max(600, canvas.unit) * fineness)
    var seen: [(row: Float, color: Color)] = []
    for x in 0..<canvas.width {
      seen.removeAll(keepingCapacity: true)
      let slope = (Float(x) + 0.5 - canvas.middle) / focal
      let towardsSun = light.isAhead ? bell(slope * 0.9 - light.place.x, 0.4) : 0
      var (lowest, z) = (Float(canvas.height), Float(0.2))
      while z < 22 {
        let height = relief.height(slope * z, z)
        let row = horizon + (eye - (hasWater ? max(0, height) : height)) * focal / z
        if row < lowest {
          seen.append((row, color(slope * z, z, height: height, towardsSun: towardsSun)))
          lowest = row
        }
        z *= growth
      }
      for index in seen.indices.reversed() {
        let top = seen[index]
        let below = index > 0 ? seen[index - 1] : (row: Float(canvas.height), color: top.color)
        for y in canvas.rows(top.row, below.row) {
          let share = clamp((Float(y) + 0.5 - top.row) / max(1, below.row - top.row))
          canvas.cover(x, y, with: mix(top.color, below.color, share), clamp(Float(y) + 1 - top.row))
        }
      }
    }
  }

  private func color(_ x: Float, _ z: Float, height: Float, towardsSun: Float) -> Color {
    let clear = exp(-z / clearness)
    let haze = light.haze + light.sun * (towardsSun * 0.16 * light.glow)
    let isWater = hasWater && height <= 0
    var color = mix(haze, isWater ? light.middle * 0.5 : surface(x, z, height), clear)
    color.w = isWater ? 1 : 0
    return color
  }

  /// The ground as sun and sky light it.
  private func surface(_ x: Float, _ z: Float, _ height: Float) -> Color {
    let reach = 0.006 + z * 0.004
    let slopeX = (relief.height(x + reach, z) - height) / reach
    let slopeZ = (relief.height(x, z + reach) - height) / reach
    let upright = 1 / (1 + slopeX * slopeX + slopeZ * slopeZ).squareRoot()
    let sun = light.direction
    let facing = (sun.y - slopeX * sun.x - slopeZ * sun.z) * upright
    let direct = facing > 0 ? facing * sunlight(x, z, height) : 0
    let lamp = light.sun * direct + light.ambient * (0.55 + 0.45 * upright)
    return ground.color(x, z, height: height, upright: upright) * lamp
  }

  /// How much of the sun reaches a place, from three steps towards it.
  private func sunlight(_ x: Float, _ z: Float, _ height: Float) -> Float {
    let sun = light.direction
    let run = 1 / max(0.05, (sun.x * sun.x + sun.z * sun.z).squareRoot())
    let climb = max(0.12, sun.y) * run
    var (open, step) = (Float(1), 0.06 + z * 0.008)
    var gone = step
    for _ in 0..<3 {
      let ground = relief.height(x + sun.x * run * gone, z + sun.z * run * gone)
      open = min(open, 1 - clamp((ground - height - climb * gone) * 9 / gone))
      step *= 2.3
      gone += step
    }
    return open
  }
}
