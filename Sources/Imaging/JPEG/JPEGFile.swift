import CJPEGShim

/// A JPEG whose header has been read. `bytes` must outlive it.
final class JPEGFile: PhotoFile {
  let size: PictureSize
  private let isCMYK: Bool
  /// CMYK is decoded as RGBA. libjpeg doesn't convert it to RGB, and RGBA has four channels as well.
  var format: PixelFormat { isCMYK ? .rgba : .rgb }
  var orientation: Orientation { segments.orientation }
  let colourSpace: ColourSpace?
  let greyProfile: [UInt8]?
  var hasPlainRows: Bool { !isCMYK && greyProfile == nil }
  var hasFastRows: Bool { true }

  private let segments: JPEGSegments
  private let maxScans: Int
  private let profile: [UInt8]?
  private let reader: ShimReader
  private let wanted: WantedCallback

  /// - Parameter isWanted: Called between rows. When it returns false, decoding throws `ImagingError.cancelled`.
  init(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, isWanted: @escaping () -> Bool = { true }
  ) throws(ImagingError) {
    var header = jpeg_shim_header()
    guard let start = bytes.baseAddress else { throw .empty }
    reader = try ShimReader(.jpeg, close: jpeg_shim_close) {
      jpeg_shim_open(start, bytes.count, &header, $0)
    }
    wanted = WantedCallback(isWanted)
    size = try PictureSize(width: Int(header.width), height: Int(header.height), limits: limits)
    maxScans = limits.maxScans
    isCMYK = header.kind == jpeg_shim_cmyk
    segments = JPEGSegments(bytes)
    profile = segments.profile
    colourSpace = isCMYK ? nil : profile.flatMap { ColourSpace(profile: $0) } ?? segments.colourSpace
    greyProfile =
      header.kind == jpeg_shim_grey
      ? profile.flatMap { ColourSpace.channels(of: $0) == "GRAY" ? $0 : nil } : nil
  }

  func beginRows() throws(ImagingError) { try begin(reduction: 1) }

  /// - Parameter reduction: The number of pixels that become one in each direction: 1, 2, 4 or 8.
  func begin(reduction: Int) throws(ImagingError) {
    guard segments.scans <= maxScans else {
      throw .damaged(.jpeg, reason: "it has \(segments.scans) scans, more than the limit of \(maxScans)")
    }
    let settings = jpeg_shim_settings(
      reduction: UInt32(reduction), most_scans: Int32(clamping: maxScans))
    try run(.jpeg) { jpeg_shim_begin(reader.pointer, settings, WantedCallback.function, wanted.context, $0) }
  }

  /// Decodes the next rows, as many as `rows` can hold.
  func read(into rows: inout Picture) throws(ImagingError) {
    let height = UInt32(rows.height)
    try rows.withUnsafeMutableBytes { (bytes) throws(ImagingError) in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      try run(.jpeg) { jpeg_shim_read(reader.pointer, start, height, $0) }
    }
  }

  func storedPicture(scaledTo new: PictureSize, pool: PixelPool?) throws(ImagingError) -> Picture {
    let reduction = reduction(to: new)
    var picture = try Picture(uninitialised: size.reduced(by: reduction), format: format, pool: pool)
    try begin(reduction: reduction)
    try read(into: &picture)
    if isCMYK { picture = try picture.printed(profile: profile, pool: pool) }
    return try picture.scaledDown(to: new, pool: pool)
  }

  /// Returns the number of pixels in each direction that become one during decoding.
  ///
  /// Reduced decoding takes a fraction of the time and memory, but it averages stored values instead of light. The
  /// reduced picture therefore keeps at least twice the requested width and height. Scaling, which averages light,
  /// does the rest.
  private func reduction(to new: PictureSize) -> Int {
    // libjpeg-turbo has SIMD code for these reductions.
    [8, 4, 2].first { size.width / $0 >= 2 * new.width && size.height / $0 >= 2 * new.height } ?? 1
  }
}
