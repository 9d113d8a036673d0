import CPNGShim

/// - Parameters:
///   - libpngAlone: no libdeflate, to compare.
///   - byRows: from how many bytes on a picture that is to be smaller is read row by row.
func decodePNG(
  _ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest, libpngAlone: Bool = false,
  byRows: Int = PNGFile.large, isWanted: () -> Bool = { true }
) throws(ImagingError) -> (picture: Picture, decoder: png_shim_decoder) {
  try withoutActuallyEscaping(isWanted) { (isWanted) throws(ImagingError) in
    let file = try PNGFile(bytes, keeps16Bits: request.keeps16Bits, isWanted: isWanted)
    try request.limits.check(width: file.width, height: file.height)
    let size = request.storedSize(file.width, file.height, file.orientation)
    let isSmaller = size.width < file.width || size.height < file.height
    var (picture, decoder): (Picture, png_shim_decoder)
    if isSmaller, !file.isInterlaced, file.byteCount >= byRows {
      picture = try file.scaledDown(to: size, request)
      decoder = png_shim_by_libpng
    } else {
      (picture, decoder) = try file.picture(libpngAlone: libpngAlone, pool: request.pool)
      picture = try picture.scaledDown(width: size.width, height: size.height, pool: request.pool)
    }
    picture.colourSpace = file.colourSpace
    if let profile = file.greyProfile { picture.convertGreys(from: profile) }
    try picture.apply(file.orientation, pool: request.pool)
    return (picture, decoder)
  }
}

func sizeOfPNG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let file = try PNGFile(bytes, keeps16Bits: false)
  return (file.width, file.height, file.orientation)
}

extension PNGFile {
  /// The picture made smaller while its rows come.
  fileprivate func scaledDown(
    to size: (width: Int, height: Int), _ request: DecodeRequest
  ) throws(ImagingError) -> Picture {
    guard
      let scaler = RowScaler(from: (width, height), to: size, format: format, pool: request.pool),
      var row = Picture(uninitialisedWidth: width, height: 1, format: format, pool: request.pool)
    else { throw .outOfMemory(width: size.width, height: size.height) }
    try begin(request.limits)
    for _ in 0..<height {
      try read(into: &row)
      row.withUnsafeBytes { bytes in if let start = bytes.baseAddress { scaler.take(start) } }
    }
    return scaler.picture
  }
}
