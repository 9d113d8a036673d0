/// What grows or lies on some land.
struct Ground {
  let rock, soil: Color
  /// Grown in patches between the soil, as fields are.
  var crop: Color?
  /// On gentle slopes below `treeLine`.
  var trees: Color?
  var treeLine: Float = 0.4
  /// The height from which on snow lies where it is not too steep.
  var snowLine: Float?
  /// Bands of other rock, as in a canyon's walls.
  var strata: Color?
  /// Where the ground counts as steep: the normal's upright part.
  var steepness: Float = 0.72

  func color(_ x: Float, _ z: Float, height: Float, upright: Float) -> Color {
    let noise = NoiseTile.soft
    let coarse = noise.at(x * 61, z * 61)
    // Close to the viewer finer grain shows.
    let close = clamp(1.4 - z) * 0.7
    var fine = noise.at(x * 410 + 33, z * 410)
    if close > 0 { fine = mix(fine, noise.at(x * 2_300, z * 2_300) * 1.3, close) }
    var bare = rock * (1 + coarse * 0.35 + fine * 0.3)
    if let strata {
      bare = mix(bare, strata, smoothstep(-0.25, 0.35, noise.at(height * 190 + coarse * 5, 77)))
    }
    var grown = soil
    if let crop {
      grown = mix(soil, crop, smoothstep(-0.06, 0.06, noise.at(x * 27 + 9, z * 17 + 80)))
    }
    let flat = smoothstep(steepness - 0.12, steepness + 0.1, upright + coarse * 0.08)
    var color = mix(bare, grown * (1 + coarse * 0.4 + fine * 0.28), flat)
    if let trees {
      let wood = smoothstep(treeLine + 0.1, treeLine - 0.12, height + coarse * 0.16)
      let stand = smoothstep(-0.3, 0.05, coarse + 0.25) * wood * smoothstep(0.5, 0.62, upright)
      color = mix(color, trees * (1 + fine * 0.75), stand)
    }
    if let snowLine {
      let lies = smoothstep(snowLine - 0.09, snowLine + 0.12, height + coarse * 0.14)
      let holds = smoothstep(steepness - 0.26, steepness - 0.06, upright + fine * 0.06)
      color = mix(color, hex(0xf6f8fc) * (1 + fine * 0.04), lies * holds)
    }
    return color
  }
}
