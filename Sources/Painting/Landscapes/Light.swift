/// The hour and the weather: what colours the sky, and what lights the land.
struct Light: Equatable {
  /// The sky straight above, half way down, and at the horizon.
  var zenith: Color
  var middle: Color
  var horizon: Color
  /// What far things fade into.
  var haze: Color
  /// The sun's (or the moon's) light on the land.
  var sun: Color
  /// The sky's light on the land, also where the sun does not reach.
  var ambient: Color
  var cloudLit: Color
  var cloudShadow: Color
  /// The sun's place: across in units from the middle, and up in units from the horizon.
  var place: (across: Float, up: Float) = (0.22, 0.12)
  /// Whether the sun stands in front of the viewer, and so may be seen.
  var isAhead = true
  /// How far the glow around the sun reaches; 0 for none.
  var glow: Float = 1

  static func == (one: Light, other: Light) -> Bool {
    one.zenith == other.zenith && one.middle == other.middle && one.horizon == other.horizon
      && one.haze == other.haze && one.sun == other.sun && one.ambient == other.ambient
      && one.cloudLit == other.cloudLit && one.cloudShadow == other.cloudShadow && one.place == other.place
      && one.isAhead == other.isAhead && one.glow == other.glow
  }

  /// Towards the sun: right, up, and forward.
  var direction: (x: Float, y: Float, z: Float) {
    let forward: Float = isAhead ? 0.75 : -0.55
    let length = (place.across * place.across + place.up * place.up + forward * forward).squareRoot()
    return (place.across / length, place.up / length, forward / length)
  }
}

extension Light {
  static let dawn = Light(
    zenith: hex(0x5b7ba6), middle: hex(0xa9b4cf), horizon: hex(0xf6cdb5), haze: hex(0xd9c3c4),
    sun: hex(0xffc9a0) * 1.5, ambient: hex(0x8193b5) * 0.9, cloudLit: hex(0xffd9c4),
    cloudShadow: hex(0x9a93ac),
    place: (-0.2, 0.07))
  static let morning = Light(
    zenith: hex(0x3f7cc0), middle: hex(0x8ab6dd), horizon: hex(0xdfe9ee), haze: hex(0xb9cfe0),
    sun: hex(0xfff0d6) * 2.1, ambient: hex(0x7f9dc4) * 0.8, cloudLit: hex(0xffffff),
    cloudShadow: hex(0xa3b0c2),
    place: (-0.75, 0.55), isAhead: false, glow: 0.3)
  static let noon = Light(
    zenith: hex(0x2164b4), middle: hex(0x5b9ad8), horizon: hex(0xc3dcee), haze: hex(0xa9c6df),
    sun: hex(0xfff8ea) * 2.5, ambient: hex(0x7aa0d0) * 0.75, cloudLit: hex(0xffffff) * 1.1,
    cloudShadow: hex(0x9fb0c6), place: (0.5, 0.8), isAhead: false, glow: 0.2)
  static let golden = Light(
    zenith: hex(0x4d7cae), middle: hex(0xa7b8bd), horizon: hex(0xfad99b), haze: hex(0xe9c795),
    sun: hex(0xffca7a) * 2.3, ambient: hex(0x7d8cae) * 0.75, cloudLit: hex(0xffe6b8),
    cloudShadow: hex(0x9f98a4),
    place: (0.6, 0.22), isAhead: false, glow: 0.5)
  static let sunset = Light(
    zenith: hex(0x36426f), middle: hex(0x9c5f7e), horizon: hex(0xfb9d58), haze: hex(0xcf7d63),
    sun: hex(0xff9a52) * 1.9, ambient: hex(0x5f5884) * 0.9, cloudLit: hex(0xffa367),
    cloudShadow: hex(0x6b4a70),
    place: (0.14, 0.06))
  static let crimson = Light(
    zenith: hex(0x2b2450), middle: hex(0x8a2f5c), horizon: hex(0xff7a45), haze: hex(0x9d4a58),
    sun: hex(0xff7440) * 1.6, ambient: hex(0x4a3a6c) * 0.9, cloudLit: hex(0xff6f4d),
    cloudShadow: hex(0x4d2850),
    place: (-0.12, 0.04))
  static let dusk = Light(
    zenith: hex(0x1d2c58), middle: hex(0x4d5c92), horizon: hex(0xd7a5a8), haze: hex(0x75789f),
    sun: hex(0xb592b0) * 0.7, ambient: hex(0x4e5f98) * 0.9, cloudLit: hex(0xc59ab0),
    cloudShadow: hex(0x45507f),
    place: (0.3, -0.02), glow: 0.5)
  static let night = Light(
    zenith: hex(0x0a1230), middle: hex(0x15244d), horizon: hex(0x31486f), haze: hex(0x22365c),
    sun: hex(0xa9bfe8) * 0.5, ambient: hex(0x1f2f58) * 0.8, cloudLit: hex(0x566d98),
    cloudShadow: hex(0x1a2749),
    place: (-0.22, 0.3), glow: 0.45)
  static let overcast = Light(
    zenith: hex(0x8796a3), middle: hex(0xa9b5bd), horizon: hex(0xd3d8d9), haze: hex(0xbcc6ca),
    sun: hex(0xe8ecec) * 0.7, ambient: hex(0xa3b1ba) * 1.0, cloudLit: hex(0xdfe3e4),
    cloudShadow: hex(0x8a97a2),
    place: (0.3, 0.7), isAhead: false, glow: 0)
  static let mist = Light(
    zenith: hex(0x8fa3a8), middle: hex(0xb7c4c4), horizon: hex(0xe6e4da), haze: hex(0xd5dad5),
    sun: hex(0xf3ead2) * 0.9, ambient: hex(0x94a8ac) * 0.9, cloudLit: hex(0xf1efe6),
    cloudShadow: hex(0xaebbbd),
    place: (-0.1, 0.16), glow: 0.7)
  static let storm = Light(
    zenith: hex(0x2c3644), middle: hex(0x4d5a68), horizon: hex(0xa3a394), haze: hex(0x6f7a82),
    sun: hex(0xe0cf9a) * 1.3, ambient: hex(0x55637a) * 0.8, cloudLit: hex(0x939ca3),
    cloudShadow: hex(0x252c38),
    place: (-0.7, 0.25), isAhead: false, glow: 0.2)
  static let polar = Light(
    zenith: hex(0x2f66a8), middle: hex(0x7fa9d2), horizon: hex(0xf3ddcb), haze: hex(0xb9cbe0),
    sun: hex(0xffe2c0) * 1.6, ambient: hex(0x83a3d0) * 0.95, cloudLit: hex(0xfff3e6),
    cloudShadow: hex(0xa8b8d0),
    place: (-0.8, 0.25), isAhead: false, glow: 0.3)
}
