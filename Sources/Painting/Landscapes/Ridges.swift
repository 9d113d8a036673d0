/// One silhouette behind another, each paler than the one in front of it: mountains in mist, woods, shores.
struct Ridge {
  enum Line {
    /// Jagged.
    case peaks
    /// Rounded.
    case hills
    /// Rounded, with the tops of conifers along it.
    case woods(treeHeight: Float)
    /// Flat, a far shore.
    case plain
  }

  var line: Line
  /// Rows below the canvas's top, as a share of its height: where the silhouette is on average.
  var base: Float
  /// In units: how far it goes up and down.
  var amplitude: Float
  /// In units: how long its coarsest waves are.
  var length: Float
  var top: Color
  /// At its foot, where mist gathers.
  var foot: Color
  /// In units: how far below its line the foot's colour is reached.
  var depth: Float = 0.16
  /// How much its inside is modelled, 0 to 1.
  var texture: Float = 0.2
  var seed: UInt32

  /// Its outline's row at every column, and the smoother one that its shading follows.
  func rows(width: Int, height: Int, unit: Float) -> (outline: [Float], body: [Float]) {
    var rows: (outline: [Float], body: [Float]) = ([], [])
    for column in 0..<width {
      let x = (Float(column) - Float(width) / 2) / unit
      let (outline, body) = rise(x)
      rows.outline.append(base * Float(height) - outline * unit)
      rows.body.append(base * Float(height) - body * unit)
    }
    return rows
  }

  private func rise(_ x: Float) -> (outline: Float, body: Float) {
    let place = x / length + 50
    switch line {
    case .peaks:
      let broad = lineNoise(place, seed: seed, octaves: 2)
      func crest(_ octaves: Int) -> Float {
        1 - abs(lineNoise(place * 1.7, seed: seed &+ 9, octaves: octaves, gain: 0.52)) * 1.5
      }
      return (
        amplitude * (broad * 0.6 + crest(6) * 0.6 - 0.25), amplitude * (broad * 0.6 + crest(2) * 0.4 - 0.05)
      )
    case .hills:
      let rise = amplitude * lineNoise(place, seed: seed, octaves: 4, gain: 0.4)
      return (rise, rise)
    case .plain:
      let rise = amplitude * lineNoise(place, seed: seed, octaves: 5)
      return (rise, rise)
    case .woods(let treeHeight):
      let rise = amplitude * lineNoise(place, seed: seed, octaves: 3, gain: 0.4)
      return (rise + conifers(x, treeHeight), rise + treeHeight * 0.7)
    }
  }

  /// The outline of narrow triangles of many heights standing close together.
  private func conifers(_ x: Float, _ treeHeight: Float) -> Float {
    let spacing = treeHeight * 0.2
    let cell = (x / spacing).rounded(.down)
    var highest: Float = 0
    for neighbour in -2...2 {
      let index = Int(cell) + neighbour
      let bits = scramble(index, 3, seed)
      let height = treeHeight * (0.35 + Float(bits & 255) / 255 * 0.65)
      let trunk = (Float(index) + Float(bits >> 8 & 255) / 255) * spacing
      let away = abs(x - trunk)
      let halfWidth = height * (0.13 + 0.06 * Float(bits >> 16 & 255) / 255)
      guard away < halfWidth else { continue }
      let share = 1 - away / halfWidth
      // Branches: the sides go up in steps.
      let tiers: Float = 9
      let steps = (share * tiers).rounded(.down) / tiers
      highest = max(highest, height * mix(share, steps, 0.6))
    }
    return highest
  }
}

extension Array where Element == Ridge {
  /// Paints them, the first one farthest away. Each covers everything below its line.
  func paint(on canvas: Canvas) {
    let unit = canvas.unit
    let lines = map { $0.rows(width: canvas.width, height: canvas.height, unit: unit) }
    for (index, ridge) in enumerated() {
      let (line, body) = lines[index]
      let noise = NoiseTile.soft
      let crests = NoiseTile.ridged
      let shift = Float(scramble(index, 8, ridge.seed) & 511)
      for x in 0..<canvas.width {
        let top = line[x]
        // What nearer ridges hide need not be painted.
        let hidden = lines[(index + 1)...].reduce(Float(canvas.height)) { Swift.min($0, $1.outline[x]) }
        let across = Float(x) / unit
        for y in canvas.rows(top, hidden + 1) {
          let below = (Float(y) - body[x]) / unit
          var color = mix(ridge.top, ridge.foot, smoothstep(0, ridge.depth, below))
          if ridge.texture > 0 {
            // Slopes lean: what is lower lies farther to the side.
            let u = (across + below * 0.5) * 330 + shift
            let v = below * 260 + shift
            let form = crests.at(u * 0.6, v * 0.6) - 0.45 + noise.at(u * 2.4, v * 1.8) * 0.35
            color = color * (1 + form * ridge.texture * (1 - smoothstep(0, ridge.depth * 1.4, below)))
          }
          let covered = clamp(Float(y) + 1 - top)
          let at = y * canvas.width + x
          canvas.pixels[at] = mix(canvas.pixels[at], color, covered)
        }
      }
    }
  }
}
