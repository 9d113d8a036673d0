/// The light of an hour and its weather, on the sky and on the land.
struct Light {
  /// The sky straight above, half way down, and at the horizon.
  let zenith, middle, horizon: Color
  /// The colour that distant things fade into.
  let haze: Color
  /// The sun's or the moon's light on the land, and the sky's, which reaches everywhere.
  let sun, ambient: Color
  let cloudLit, cloudShadow: Color
  /// The sun's place: across from the middle, and up from the horizon.
  var place: SIMD2<Float>
  /// How far the glow around the sun reaches; 0 for none.
  let glow: Float
  /// How much of the sky the clouds cover, 0 to 1.
  let cover: Float
  let isMoon: Bool

  /// Whether the sun stands in front of the viewer, and so may be seen.
  var isAhead: Bool { abs(place.x) < 0.4 && place.y < 0.4 }

  /// Towards the sun: right, up, and forward.
  var direction: SIMD3<Float> {
    let way = SIMD3(place, isAhead ? 0.75 : -0.55)
    return way / (way * way).sum().squareRoot()
  }

  init(_ hour: Landscape.Hour) {
    let (colors, numbers) = Self.table(hour)
    let (lamp, air) = (hex(colors[4]), hex(colors[5]))
    (zenith, middle, horizon, haze) = (hex(colors[0]), hex(colors[1]), hex(colors[2]), hex(colors[3]))
    (sun, ambient) = (lamp * numbers[0], air * 0.85)
    // Clouds have the colours of what lights them; little light comes through a storm's.
    (cloudLit, cloudShadow) = hour == .storm ? (haze, zenith * 0.7) : (lamp, mix(air, horizon, 0.1))
    (place, glow, cover) = (SIMD2(numbers[1], numbers[2]), numbers[3], numbers[4])
    isMoon = hour == .night
  }

  /// The colours of zenith, middle, horizon, haze, sun, and ambient light; how bright the sun is, its place and its
  /// glow, and the clouds' cover.
  private static func table(_ hour: Landscape.Hour) -> ([UInt32], [Float]) {
    switch hour {
    case .dawn: ([0x5b7ba6, 0xa9b4cf, 0xf6cdb5, 0xd9c3c4, 0xffc9a0, 0x8193b5], [1.5, -0.2, 0.07, 1, 0.36])
    case .morning: ([0x3f7cc0, 0x8ab6dd, 0xdfe9ee, 0xb9cfe0, 0xfff0d6, 0x7f9dc4], [2, -0.7, 0.5, 0.3, 0.4])
    case .noon: ([0x2164b4, 0x5b9ad8, 0xc3dcee, 0xa9c6df, 0xfff8ea, 0x7aa0d0], [2.5, 0.5, 0.8, 0.2, 0.36])
    case .golden: ([0x4d7cae, 0xa7b8bd, 0xfad99b, 0xe9c795, 0xffca7a, 0x7d8cae], [2.3, 0.6, 0.22, 0.5, 0.4])
    case .sunset: ([0x36426f, 0x9c5f7e, 0xfb9d58, 0xcf7d63, 0xff9a52, 0x5f5884], [1.9, 0.14, 0.06, 1, 0.46])
    case .crimson: ([0x2b2450, 0x8a2f5c, 0xff7a45, 0x9d4a58, 0xff7440, 0x4a3a6c], [1.6, -0.1, 0.04, 1, 0.5])
    case .dusk: ([0x1d2c58, 0x4d5c92, 0xd7a5a8, 0x75789f, 0xb592b0, 0x4e5f98], [0.7, 0.3, -0.02, 0.5, 0.36])
    case .night: ([0x0a1230, 0x15244d, 0x31486f, 0x22365c, 0xa9bfe8, 0x1f2f58], [0.5, -0.22, 0.3, 0.45, 0])
    case .overcast: ([0x8796a3, 0xa9b5bd, 0xd3d8d9, 0xbcc6ca, 0xe8ecec, 0xa3b1ba], [0.7, 0.3, 0.7, 0, 0.75])
    case .mist: ([0x8fa3a8, 0xb7c4c4, 0xe6e4da, 0xd5dad5, 0xf3ead2, 0x94a8ac], [0.9, -0.1, 0.16, 0.7, 0])
    case .storm: ([0x2c3644, 0x4d5a68, 0xa3a394, 0x6f7a82, 0xe0cf9a, 0x55637a], [1.3, -0.7, 0.2, 0.2, 0.72])
    case .polar: ([0x2f66a8, 0x7fa9d2, 0xf3ddcb, 0xb9cbe0, 0xffe2c0, 0x83a3d0], [1.6, -0.8, 0.2, 0.3, 0.36])
    }
  }
}
