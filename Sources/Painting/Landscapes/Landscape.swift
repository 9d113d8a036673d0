import Base
import Imaging

/// A landscape that can be painted at any size, always the same.
package struct Landscape: Sendable, Equatable {
  package enum Subject: String, Sendable, CaseIterable {
    case alps, lake, fjord, hills, dunes, canyon, volcano, islands, sea
    case ridges, forest, cloudSea, meadow, lavender, winter, night, aurora, tree
  }

  package enum Hour: String, Sendable, CaseIterable {
    case dawn, morning, noon, golden, sunset, crimson, dusk, night, overcast, mist, storm, polar
  }

  package let subject: Subject
  package let hour: Hour
  let seed: UInt64
  private let isGrey: Bool

  package init(_ subject: Subject, _ hour: Hour, seed: UInt64, isGrey: Bool = false) {
    self.subject = subject
    self.hour = hour
    self.seed = seed
    self.isGrey = isGrey
  }

  var isAutumn: Bool { hour == .golden || hour == .sunset }

  /// Paints it.
  /// - Parameters:
  ///   - width: in pixels, at least 16.
  ///   - height: in pixels, at least 16.
  package func picture(width: Int, height: Int) -> Picture {
    let canvas = Canvas(width: width, height: height)
    paint(on: canvas)
    return canvas.picture(seed: seed &* 0x9e37_79b9, isGrey: isGrey)
  }

  /// Paints from the back to the front.
  private func paint(on canvas: Canvas) {
    var random = SplitMix(seed: seed)
    guard var light = Light.byHour[hour] else { return }
    if random.unit() < 0.5 { light.place.x = -light.place.x }
    var scene = scene(light)
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let horizon = height * (scene.terrain == nil ? scene.horizon : width >= height ? 0.56 : 0.6)
    paintSky(scene.night, on: canvas, light, horizon: horizon, &random)
    if scene.terrain != nil {
      scene.terrain?.relief.shift = SIMD2(random.uniform(0, 512), random.uniform(0, 512))
      scene.terrain?.paint(on: canvas, horizon: horizon)
    }
    scene.ridges?.paint(on: canvas, &random)
    if let water = scene.water {
      let shore = scene.shore.map { ($0 * height).rounded(.down) }
      if let shore { canvas.eachPixel(rows: Int(shore)..<canvas.height) { _, _, color in color.w = 1 } }
      water.paint(on: canvas, horizon: shore.map { $0 - 6 } ?? horizon, seed: random.seed())
    }
    scene.meadow?.paint(on: canvas, top: height * 0.62, seed: random.seed())
    if let conifers = scene.conifers { paint(conifers, on: canvas, light, &random) }
    if scene.hasLoneTree {
      let leaf = (isAutumn ? hex(0xa8501c) : hex(0x3f6327)) * (light.sun * 0.45 + light.ambient * 0.35)
      let tree = Tree(
        x: width * (random.unit() < 0.5 ? 0.36 : 0.64), foot: height * 0.7, height: canvas.unit * 0.36,
        color: leaf * 0.35, lit: leaf * 1.9)
      tree.paintBroadleaf(on: canvas, sunFromLeft: light.place.x < 0, &random)
    }
  }

  private func paintSky(
    _ night: Scene.Night, on canvas: Canvas, _ light: Light, horizon: Float, _ random: inout SplitMix
  ) {
    var sky = Sky(light: light)
    if night == .none {
      let seed = random.seed()
      sky.clouds = Clouds.at(hour)
      sky.clouds?.seed = seed
      // Heaps of clouds differ most.
      if hour == .noon { sky.clouds?.cover += random.uniform(-0.06, 0.06) }
    }
    if light.isAhead, night != .aurora {
      let isMoon = hour == .night
      sky.disc = isMoon ? .moon : light.place.y > 0 ? .sun : .none
      if isMoon, night == .stars, random.unit() >= 0.5 { sky.disc = .crescent }
    }
    sky.paint(on: canvas, horizon: horizon)
    if night == .none { return }
    let seed = random.next()
    if night == .stars, sky.disc != .moon {
      NightSky.paintGalaxy(on: canvas, horizon: horizon, lean: seed & 1 == 0 ? -1 : 1)
    }
    var stars = SplitMix(seed: seed)
    NightSky.paintStars(on: canvas, horizon: horizon, &stars)
    if night == .aurora { NightSky.paintAurora(on: canvas, horizon: horizon, seed: random.seed()) }
  }

  private func paint(
    _ conifers: Scene.Conifers, on canvas: Canvas, _ light: Light, _ random: inout SplitMix
  ) {
    let snow = subject == .winter ? hex(0xe2ebf5) * 0.72 + light.sun * 0.12 : nil
    let trees = (0..<conifers.count).map { _ in
      let near = random.uniform(0, 1)
      // The middle stays open, the more so the nearer the trees are.
      let gap = conifers.gap + 0.2 * near
      let x = random.unit() < 0.5 ? random.uniform(-0.03, 0.5 - gap) : random.uniform(0.5 + gap, 1.03)
      let tall = mix(0.09, conifers.tall, near * near) * random.uniform(0.75, 1.15)
      let tone = mix(light.haze, conifers.color, 0.55 + 0.45 * near)
      return Tree(
        x: x * Float(canvas.width), foot: (conifers.foot + conifers.depth * near) * Float(canvas.height),
        height: canvas.unit * tall, color: tone, lit: tone * 1.35 + light.sun * 0.035, snow: snow)
    }
    for tree in trees.sorted(by: { $0.foot < $1.foot }) { tree.paintConifer(on: canvas, &random) }
  }
}
