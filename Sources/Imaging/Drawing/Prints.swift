import Foundation

/// The position, size and rotation of a rectangle on a canvas.
public struct Placement: Sendable, Equatable {
  /// The rectangle's centre, in pixels from the left and top edges of the canvas. The first pixel's centre is at 0.5.
  public var x: Float
  public var y: Float
  /// The size before rotation, in pixels.
  public var width: Float
  public var height: Float
  /// The clockwise rotation around the centre, in radians.
  public var angle: Float

  public init(x: Float, y: Float, width: Float, height: Float, angle: Float = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.angle = angle
  }

  /// Returns the rectangle enlarged by `margin` pixels on every side.
  public func grown(by margin: Float) -> Placement {
    Placement(x: x, y: y, width: width + 2 * margin, height: height + 2 * margin, angle: angle)
  }

  public func moved(x: Float, y: Float) -> Placement {
    Placement(x: self.x + x, y: self.y + y, width: width, height: height, angle: angle)
  }
}

extension LinearCanvas {
  /// Draws a picture over the current content.
  ///
  /// The picture is sampled bilinearly in premultiplied linear light, and its edges are antialiased. It may be
  /// enlarged. To make it much smaller, scale it down first (``Picture/scaledDown(width:height:pool:)``), because
  /// sampling skips pixels.
  ///
  /// - Parameters:
  ///   - placement: The rectangle of the picture itself, without its border.
  ///   - border: The width of the paper border around the picture, in pixels.
  ///   - paper: The light of the border, which also shows through transparent pixels. Nil draws no border.
  ///   - brightness: A factor for the light of picture and paper, 0...1.
  public func draw(
    _ picture: Picture, at placement: Placement, border: Float = 0, paper: Light? = nil, brightness: Float = 1
  ) {
    let sheet = placement.grown(by: paper == nil ? 0 : border)
    let dimmed = Light(brightness, brightness, brightness, 1)
    let paper = (paper ?? Light()) * dimmed
    let perPixel = (x: Float(picture.width) / placement.width, y: Float(picture.height) / placement.height)
    picture.withUnsafeBytes { bytes in
      LinearLight.withTables { decode, _ in
        let sampler = Sampler(bytes: bytes, picture: picture, decode: decode)
        eachPixel(of: sheet) { u, v, coverage, pixel in
          // The fraction is relative to the part of the pixel that the sheet covers.
          let inside = min(1, within(u, placement.width) * within(v, placement.height) / coverage)
          let sample = sampler.light(
            (u + placement.width / 2) * perPixel.x - 0.5, (v + placement.height / 2) * perPixel.y - 0.5)
          let top = sample * dimmed * inside
          let light = (top + paper * (1 - top.w)) * coverage
          pixel = light + pixel * (1 - light.w)
        }
      }
    }
  }

  /// Calls `body` for every pixel that the rectangle covers fully or partly. `u` and `v` are the pixel's position
  /// relative to the rectangle's centre, along the rectangle's sides.
  @inline(__always)
  func eachPixel(
    of placement: Placement, _ body: (_ u: Float, _ v: Float, _ coverage: Float, _ pixel: inout Light) -> Void
  ) {
    let (cosine, sine) = (cosf(placement.angle), sinf(placement.angle))
    let reachX = (abs(cosine) * placement.width + abs(sine) * placement.height) / 2 + 1
    let reachY = (abs(sine) * placement.width + abs(cosine) * placement.height) / 2 + 1
    let columns = columns(around: placement.x, reach: reachX)
    for y in rows(around: placement.y, reach: reachY) {
      let down = Float(y) + 0.5 - placement.y
      for x in columns {
        let across = Float(x) + 0.5 - placement.x
        let u = across * cosine + down * sine
        let v = down * cosine - across * sine
        let coverage = within(u, placement.width) * within(v, placement.height)
        if coverage > 0 { body(u, v, coverage, &pixels[y * width + x]) }
      }
    }
  }
}

/// Returns the fraction (0...1) of a one-pixel stretch centred at `place` that lies within `length` centred at 0.
@inline(__always) private func within(_ place: Float, _ length: Float) -> Float {
  max(0, min(1, length / 2 + 0.5 - abs(place)))
}

/// Samples a picture at positions between its pixels.
private struct Sampler {
  let start: UnsafeRawPointer
  let bytesPerPixel: Int
  let bytesPerRow: Int
  let lastColumn: Float
  let lastRow: Float
  let decode: UnsafePointer<Float>

  init(bytes: UnsafeRawBufferPointer, picture: Picture, decode: UnsafePointer<Float>) {
    guard let start = bytes.baseAddress else { preconditionFailure("a picture has at least one pixel") }
    self.start = start
    bytesPerPixel = picture.format.bytesPerPixel
    bytesPerRow = picture.bytesPerRow
    lastColumn = Float(picture.width - 1)
    lastRow = Float(picture.height - 1)
    self.decode = decode
  }

  /// Interpolates bilinearly between four pixels. Integer coordinates are pixel centres. Edge pixels are repeated
  /// beyond the edges.
  @inline(__always) func light(_ x: Float, _ y: Float) -> Light {
    let (x, y) = (max(0, min(lastColumn, x)), max(0, min(lastRow, y)))
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (shareX, shareY) = (x - left, y - top)
    let at = start + Int(top) * bytesPerRow + Int(left) * bytesPerPixel
    let right = left < lastColumn ? bytesPerPixel : 0
    let below = top < lastRow ? bytesPerRow : 0
    let (first, second) = (pixel(at), pixel(at + right))
    let (third, fourth) = (pixel(at + below), pixel(at + below + right))
    let upper = first + (second - first) * shareX
    let lower = third + (fourth - third) * shareX
    return upper + (lower - upper) * shareY
  }

  @inline(__always) private func pixel(_ at: UnsafeRawPointer) -> Light {
    Imaging.light(at.assumingMemoryBound(to: UInt8.self), hasAlpha: bytesPerPixel == 4, decode)
  }
}
