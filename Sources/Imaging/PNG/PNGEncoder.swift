import CPNGShim

/// Writes a picture as PNG into memory. A picture whose every pixel is opaque is written without alpha.
public func encodePNG(
  _ picture: Picture, compression: Compression = .default
) throws(ImagingError) -> [UInt8] {
  try encodePNG(picture, settings: PNGSettings(compression))
}

/// Writes a picture as PNG piece by piece, so that the file need not be in memory as a whole: beside the picture
/// it costs one to two MiB (a strip of rows, filtered and compressed, and the compressor's tables), and some rows.
///
/// - Parameter sink: takes the file's next bytes, some 100 KiB at a time, on the caller's thread. What it
///   throws ends the writing, and is thrown on.
public func encodePNG(
  _ picture: Picture, compression: Compression = .default, to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  try encodePNG(picture, settings: PNGSettings(compression), to: sink)
}

/// Writes a picture as PNG into memory, with settings of one's own.
public func encodePNG(_ picture: Picture, settings: PNGSettings) throws(ImagingError) -> [UInt8] {
  var file: [UInt8] = []
  do {
    try encodePNG(picture, settings: settings) { file.append(contentsOf: $0) }
  } catch let error as ImagingError {
    throw error
  } catch {
    throw .notEncoded(.png, reason: "\(error)")
  }
  return file
}

func encodePNG(
  _ picture: Picture, settings: PNGSettings, to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  let numbers = settings.numbers
  let dropsAlpha = picture.format.hasAlpha && picture.isOpaque
  try withoutActuallyEscaping(sink) { sink in
    let target = Sink(sink)
    let reason = picture.withUnsafeBytes { bytes -> String? in
      picture.colourSpace.lend { colours in
        reasonOfFailure { reason in
          png_shim_write(
            bytes.bindMemory(to: UInt8.self).baseAddress!, UInt32(clamping: picture.width),
            UInt32(clamping: picture.height),
            UInt32(picture.format.channels), picture.format.is16Bit ? 2 : 1, dropsAlpha, colours, numbers,
            { context, bytes, count in
              Unmanaged<Sink>.fromOpaque(context!).takeUnretainedValue()
                .take(UnsafeRawBufferPointer(start: bytes, count: count))
            },
            Unmanaged.passUnretained(target).toOpaque(), reason)
        }
      }
    }
    if let error = target.error { throw error }
    if let reason { throw ImagingError.notEncoded(.png, reason: reason) }
  }
}

/// Carries the caller's closure through C, and its error past it.
private final class Sink {
  private let body: (UnsafeRawBufferPointer) throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try body(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}

/// Calls the shim with room for a reason; nil when it succeeded.
func reasonOfFailure(_ call: (UnsafeMutablePointer<CChar>) -> Bool) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PNG_SHIM_REASON)) { room in
    room.initialize(repeating: 0)
    guard let start = room.baseAddress, !call(start) else { return nil }
    return String(cString: start)
  }
}
