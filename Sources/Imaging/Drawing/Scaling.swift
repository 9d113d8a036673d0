extension Picture {
  /// The picture made smaller until it fits into a square, its sides' ratio kept; as it is when it fits already.
  ///
  /// - Parameter side: of the square, in pixels; at least 1.
  public func scaled(toFit side: Int, pool: PixelPool? = nil) -> Picture {
    let longer = max(width, height)
    guard longer > side else { return self }
    func scaled(_ length: Int) -> Int { max(1, (length * side + longer / 2) / longer) }
    return scaledDown(width: scaled(width), height: scaled(height), pool: pool)
  }

  /// The picture made smaller by averaging: each new pixel is the mean of the area that it covers, pixels that it
  /// covers in part counting in part; in linear light, and premultiplied where there is alpha.
  ///
  /// - Parameters:
  ///   - width: in pixels, at least 1; more than there are leaves the width as it is.
  ///   - height: in pixels, likewise.
  ///   - pool: where the new picture's buffer comes from and goes back to.
  public func scaledDown(width: Int, height: Int, pool: PixelPool? = nil) -> Picture {
    let width = min(max(width, 1), self.width)
    let height = min(max(height, 1), self.height)
    if width == self.width, height == self.height { return self }
    guard var result = Picture(uninitialisedWidth: width, height: height, format: format, pool: pool) else {
      preconditionFailure("no memory for a picture of \(width) by \(height) pixels")
    }
    result.colourSpace = colourSpace
    withUnsafeBytes { pixels in
      result.withUnsafeMutableBytes { target in
        average(
          pixels, columns: spans(of: self.width, into: width), rows: spans(of: self.height, into: height),
          to: target)
      }
    }
    return result
  }

  private func average(
    _ pixels: UnsafeRawBufferPointer, columns: [Span], rows: [Span], to target: UnsafeMutableRawBufferPointer
  ) {
    let bytesPerPixel = format.bytesPerPixel
    LinearLight.withTables { decode, encode in
      // The means of one old row, which two new rows may share; and of the rows of a new one.
      var line = [Light](repeating: Light(), count: columns.count)
      var sum = line
      var place = 0
      var lineRow = -1
      for row in rows {
        for column in sum.indices { sum[column] = Light() }
        for y in row.first...row.last {
          if y != lineRow {
            lineRow = y
            let start = y * bytesPerRow
            for (column, span) in columns.enumerated() {
              var mean = Light()
              for x in span.first...span.last {
                mean += light(pixels, start + x * bytesPerPixel, format, decode) * span.weight(of: x)
              }
              line[column] = mean
            }
          }
          let weight = row.weight(of: y)
          for column in sum.indices { sum[column] += line[column] * weight }
        }
        for light in sum {
          store(light, target, place, format, encode)
          place += bytesPerPixel
        }
      }
    }
  }
}

/// The stretch of old pixels that one new pixel covers. The weights add up to 1.
private struct Span {
  let first: Int
  let last: Int
  let firstWeight: Float
  let middleWeight: Float
  let lastWeight: Float

  @inline(__always) func weight(of index: Int) -> Float {
    index == first ? firstWeight : index == last ? lastWeight : middleWeight
  }
}

private func spans(of old: Int, into new: Int) -> [Span] {
  (0..<new).map { index in
    // Counted in parts of an old pixel, `new` to each, so that every border is a whole number.
    let (start, end) = (index * old, (index + 1) * old)
    let (first, last) = (start / new, (end - 1) / new)
    if first == last { return Span(first: first, last: last, firstWeight: 1, middleWeight: 0, lastWeight: 0) }
    let whole = Float(old)
    return Span(
      first: first, last: last, firstWeight: Float((first + 1) * new - start) / whole,
      middleWeight: Float(new) / whole, lastWeight: Float(end - last * new) / whole)
  }
}

@inline(__always)
private func light(
  _ bytes: UnsafeRawBufferPointer, _ index: Int, _ format: PixelFormat, _ decode: UnsafePointer<Float>
) -> Light {
  let color = Light(
    decode[Int(bytes[index])], decode[Int(bytes[index + 1])], decode[Int(bytes[index + 2])], 1)
  return format == .rgb ? color : color * (Float(bytes[index + 3]) * (1 / 255))
}

@inline(__always)
private func store(
  _ light: Light, _ bytes: UnsafeMutableRawBufferPointer, _ index: Int, _ format: PixelFormat,
  _ encode: LinearLight.Encoder
) {
  let color = encode(format == .rgb || light.w == 0 ? light : light / light.w) + 0.5
  bytes[index] = UInt8(color.x)
  bytes[index + 1] = UInt8(color.y)
  bytes[index + 2] = UInt8(color.z)
  if format == .rgba { bytes[index + 3] = UInt8(min(1, light.w) * 255 + 0.5) }
}
