import CPNGShim

func decodePNG(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, pool: PixelPool?
) throws(ImagingError) -> Picture {
  let file = try PNGFile(bytes)
  try limits.check(width: file.width, height: file.height)
  guard
    var picture = Picture(
      uninitialisedWidth: file.width, height: file.height, format: file.format, pool: pool)
  else { throw .outOfMemory(width: file.width, height: file.height) }
  try picture.withUnsafeMutableBytes { (pixels) throws(ImagingError) in try file.read(into: pixels) }
  try picture.apply(file.orientation, pool: pool)
  return picture
}

func sizeOfPNG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let file = try PNGFile(bytes)
  return (file.width, file.height, file.orientation)
}

/// A PNG whose header has been read. `bytes` must outlive it.
private final class PNGFile {
  let width: Int
  let height: Int
  let format: PixelFormat
  let orientation: Orientation
  private let reader: OpaquePointer

  init(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    var header = png_shim_header()
    var opened: OpaquePointer?
    let reason = reasonOfFailure { reason in
      guard let start = bytes.baseAddress else { return false }
      opened = png_shim_open(start, bytes.count, &header, reason)
      return opened != nil
    }
    guard let opened else { throw .damaged(.png, reason: reason ?? "the file is empty") }
    reader = opened
    width = Int(header.width)
    height = Int(header.height)
    format = header.channels == 4 ? .rgba : .rgb
    orientation = EXIF(UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)).orientation
  }

  deinit { png_shim_close(reader) }

  func read(into pixels: UnsafeMutableRawBufferPointer) throws(ImagingError) {
    let reason = reasonOfFailure { reason in
      guard let start = pixels.baseAddress else { return false }
      return png_shim_read(reader, start.assumingMemoryBound(to: UInt8.self), reason)
    }
    if let reason { throw .damaged(.png, reason: reason) }
  }
}
