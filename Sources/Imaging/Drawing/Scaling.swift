extension Picture {
  /// Returns the picture scaled down to fit into a box, or unchanged if it already fits.
  /// - Throws: `ImagingError.outOfMemory`.
  public func scaled(toFit box: Box, pool: PixelPool? = nil) throws(ImagingError) -> Picture {
    try scaledDown(to: box.fitted(size), pool: pool)
  }

  /// Returns the picture scaled down by averaging.
  ///
  /// Each new pixel is the mean of the area that it covers. Partly covered pixels are weighted by the covered part.
  /// Averaging is done in linear light, premultiplied by alpha if there is any.
  ///
  /// - Parameters:
  ///   - width: The new width in pixels, at least 1. If it exceeds the picture's width, the width stays the same.
  ///   - height: The new height in pixels, with the same rules.
  ///   - pool: The pool that supplies the new picture's buffer and takes it back.
  /// - Throws: `ImagingError.outOfMemory`.
  public func scaledDown(width: Int, height: Int, pool: PixelPool? = nil) throws(ImagingError) -> Picture {
    try scaledDown(to: size.shrunk(toWidth: width, height: height), pool: pool)
  }

  /// - Parameter new: The new size. Neither its width nor its height may exceed the picture's.
  func scaledDown(to new: PictureSize, pool: PixelPool?) throws(ImagingError) -> Picture {
    if new == size { return self }
    let scaler = try RowScaler(from: size, to: new, format: format, pool: pool)
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for y in 0..<self.height { scaler.take(start + y * bytesPerRow) }
    }
    var result = scaler.picture
    result.colourSpace = colourSpace
    return result
  }
}

/// Scales a picture down as its rows arrive, top row first, so that the original never has to be in memory as a whole.
final class RowScaler {
  /// The scaled picture, which is complete once the last row has been added.
  private(set) var picture: Picture
  private let from: PictureSize
  private let columns: [Span]
  /// The range of old rows that the next new row covers.
  private var span: Span
  /// The horizontally averaged pixels of the latest row. Two new rows may share them.
  private let line: UnsafeMutablePointer<Light>
  /// The weighted sum of old rows for the new row in progress.
  private let sum: UnsafeMutablePointer<Light>
  private var y = 0
  private var row = 0

  /// - Parameters:
  ///   - from: The size of the original picture.
  ///   - to: The size to scale to. Neither its width nor its height may exceed the original's.
  init(
    from: PictureSize, to: PictureSize, format: PixelFormat, pool: PixelPool?
  ) throws(ImagingError) {
    picture = try Picture(uninitialised: to, format: format, pool: pool)
    self.from = from
    columns = (0..<to.width).map { Span($0, of: from.width, into: to.width) }
    span = Span(0, of: from.height, into: to.height)
    line = .allocate(capacity: to.width)
    line.initialize(repeating: Light(), count: to.width)
    sum = .allocate(capacity: to.width)
    sum.initialize(repeating: Light(), count: to.width)
  }

  deinit {
    line.deallocate()
    sum.deallocate()
  }

  /// Adds the next row.
  func take(_ pixels: UnsafeRawPointer) {
    let is16Bit = picture.format.is16Bit
    LinearLight.withTables(is16Bit: is16Bit) { decode, encode in
      if is16Bit {
        take(pixels.assumingMemoryBound(to: UInt16.self), decode, encode)
      } else {
        take(pixels.assumingMemoryBound(to: UInt8.self), decode, encode)
      }
    }
  }

  @inline(__always)
  private func take<Channel: FixedWidthInteger & UnsignedInteger>(
    _ pixels: UnsafePointer<Channel>, _ decode: UnsafePointer<Float>, _ encode: LinearLight.Encoder
  ) {
    let channels = picture.format.channels
    for (column, span) in columns.enumerated() {
      var mean = Light()
      for x in span.first...span.last {
        mean += light(pixels + x * channels, hasAlpha: channels == 4, decode) * span.weight(of: x)
      }
      line[column] = mean
    }
    while row < picture.height, span.first <= y {
      let weight = span.weight(of: y)
      for column in columns.indices { sum[column] += line[column] * weight }
      if span.last > y { break }
      store(Channel.self, encode)
      row += 1
      span = Span(row, of: from.height, into: picture.height)
    }
    y += 1
  }

  /// Stores the finished new row in the picture and resets the sums for the next one.
  @inline(__always)
  private func store<Channel: FixedWidthInteger & UnsignedInteger>(
    _ channel: Channel.Type, _ encode: LinearLight.Encoder
  ) {
    let (channels, start) = (picture.format.channels, row * picture.bytesPerRow)
    picture.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var to = (base + start).assumingMemoryBound(to: Channel.self)
      for column in columns.indices {
        Imaging.store(sum[column], to, hasAlpha: channels == 4, encode)
        sum[column] = Light()
        to += channels
      }
    }
  }
}

/// The range of old pixels that one new pixel covers. The weights add up to 1.
private struct Span {
  let first: Int
  let last: Int
  let firstWeight: Float
  let middleWeight: Float
  let lastWeight: Float

  /// Creates the span of the new pixel at `index` when `old` pixels are scaled down to `new` pixels.
  init(_ index: Int, of old: Int, into new: Int) {
    // The unit is 1/`new` of an old pixel, so that every boundary is an integer.
    let (start, end) = (index * old, (index + 1) * old)
    (first, last) = (start / new, (end - 1) / new)
    let whole = Float(old)
    let isOne = first == last
    firstWeight = isOne ? 1 : Float((first + 1) * new - start) / whole
    middleWeight = isOne ? 0 : Float(new) / whole
    lastWeight = isOne ? 0 : Float(end - last * new) / whole
  }

  @inline(__always) func weight(of index: Int) -> Float {
    index == first ? firstWeight : index == last ? lastWeight : middleWeight
  }
}

/// Returns a pixel as premultiplied linear light.
@inline(__always)
func light<Channel: FixedWidthInteger & UnsignedInteger>(
  _ pixel: UnsafePointer<Channel>, hasAlpha: Bool, _ decode: UnsafePointer<Float>
) -> Light {
  let color = Light(decode[Int(pixel[0])], decode[Int(pixel[1])], decode[Int(pixel[2])], 1)
  return hasAlpha ? color * (Float(pixel[3]) * (1 / Float(Channel.max))) : color
}

@inline(__always)
private func store<Channel: FixedWidthInteger & UnsignedInteger>(
  _ light: Light, _ pixel: UnsafeMutablePointer<Channel>, hasAlpha: Bool, _ encode: LinearLight.Encoder
) {
  let color = encode(!hasAlpha || light.w == 0 ? light : light / light.w) + 0.5
  pixel[0] = Channel(color.x)
  pixel[1] = Channel(color.y)
  pixel[2] = Channel(color.z)
  if hasAlpha { pixel[3] = Channel(min(1, light.w) * Float(Channel.max) + 0.5) }
}
