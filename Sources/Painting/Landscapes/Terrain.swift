/// A relief seen by a camera that stands on it and looks along z. Lengths are in the relief's own unit, about a
/// kilometre.
///
/// Each column of the canvas is one vertical slice of the land: the slice is walked from near to far, what is hidden
/// behind nearer land is dropped, and the rest is painted from far to near.
struct Terrain {
  var relief: Relief
  var ground: Ground
  var light: Light
  /// Above the water.
  var cameraHeight: Float = 0.25
  /// Focal length in canvas units.
  var focal: Float = 0.9
  /// Where the walk ends.
  var far: Float = 22
  /// The distance at which haze has taken 63 %.
  var clearness: Float = 11
  /// How closely the slices are looked at; thin crests need more than 1.
  var fineness: Float = 1
  /// Land below 0 is water, marked in the fourth lane.
  var hasWater = true

  private struct Sample {
    var row: Float
    var color: Color
  }

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float) {
    let focalPixels = focal * canvas.unit
    let middle = Float(canvas.width) / 2
    let eye = max(cameraHeight, relief.height(0, 0.2) + (hasWater ? 0.04 : 0.15))
    let growth = 1 + 12 / (max(600, canvas.unit) * fineness)
    var seen: [Sample] = []
    seen.reserveCapacity(1024)
    for x in 0..<canvas.width {
      seen.removeAll(keepingCapacity: true)
      let slope = (Float(x) + 0.5 - middle) / focalPixels
      let towardsSun = light.isAhead ? bell(slope * focal - light.place.across, 0.4) : 0
      var lowest = Float(canvas.height)
      var z: Float = 0.2
      while z < far {
        let height = relief.height(slope * z, z)
        let level = hasWater ? max(0, height) : height
        let row = horizon + (eye - level) * focalPixels / z
        if row < lowest {
          let color = color(slope * z, z, height: height, towardsSun: towardsSun)
          seen.append(Sample(row: row, color: color))
          lowest = row
        }
        z *= growth
      }
      paintColumn(x, seen, on: canvas)
    }
  }

  private func paintColumn(_ x: Int, _ seen: [Sample], on canvas: Canvas) {
    guard !seen.isEmpty else { return }
    let width = canvas.width
    let column = canvas.pixels + x
    for index in stride(from: seen.count - 1, through: 0, by: -1) {
      let top = seen[index]
      let bottomRow = index > 0 ? seen[index - 1].row : Float(canvas.height)
      let below = index > 0 ? seen[index - 1].color : top.color
      let step = 1 / max(1, bottomRow - top.row)
      for y in canvas.rows(top.row, bottomRow) {
        let share = clamp((Float(y) + 0.5 - top.row) * step)
        let covered = clamp(Float(y) + 1 - top.row)
        column[y * width] = mix(column[y * width], mix(top.color, below, share), covered)
      }
    }
  }

  private func color(_ x: Float, _ z: Float, height: Float, towardsSun: Float) -> Color {
    let dimming = exponential(-z / clearness)
    let haze = light.haze + light.sun * (towardsSun * 0.16 * light.glow)
    if hasWater, height <= 0 {
      var water = mix(haze, light.middle * 0.5, dimming)
      water.w = 1
      return water
    }
    let reach = 0.006 + z * 0.004
    let slopeX = (relief.height(x + reach, z) - height) / reach
    let slopeZ = (relief.height(x, z + reach) - height) / reach
    let length = 1 / (1 + slopeX * slopeX + slopeZ * slopeZ).squareRoot()
    let sun = light.direction
    var lit = (sun.y - slopeX * sun.x - slopeZ * sun.z) * length
    if lit > 0 { lit *= sunlight(x, z, height) }
    let diffuse = max(0, lit)
    let albedo = ground.color(x, z, height: height, upright: length)
    let lamp = light.sun * diffuse + light.ambient * (0.55 + 0.45 * length)
    var color = mix(haze, albedo * lamp, dimming)
    color.w = 0
    return color
  }

  /// How much of the sun reaches a place, from three steps towards it.
  private func sunlight(_ x: Float, _ z: Float, _ height: Float) -> Float {
    let sun = light.direction
    let run = 1 / max(0.05, (sun.x * sun.x + sun.z * sun.z).squareRoot())
    let climb = max(0.12, sun.y) * run
    var open: Float = 1
    var step: Float = 0.06 + z * 0.008
    var gone = step
    for _ in 0..<3 {
      let above = height + climb * gone
      let ground = relief.height(x + sun.x * run * gone, z + sun.z * run * gone)
      open = min(open, 1 - clamp((ground - above) * 9 / gone))
      step *= 2.3
      gone += step
    }
    return open
  }
}
