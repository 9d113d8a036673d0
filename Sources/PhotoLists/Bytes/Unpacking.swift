import CZlib

/// Decompresses gzip (RFC 1952) with one or more members. Like gzip itself, it ignores trailing data that isn't gzip.
final class Gunzip: ByteConverter {
  private var stream = z_stream()
  private var isBetween = false
  private var isOver = false

  init() throws(ListError.Reason) {
    // Adding 16 selects the gzip header instead of the zlib header (zlib.h).
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .unreadable("there is not enough memory to decompress it")
    }
  }

  deinit { inflateEnd(&stream) }

  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int) {
    if isBetween, !isOver {
      guard input.count >= 2 || isLast else { return (0, 0) }
      isOver = !input.starts(with: [0x1F, 0x8B])
      isBetween = false
      inflateReset(&stream)
    }
    if isOver { return (input.count, 0) }
    // The pointer isn't const, but zlib only reads from it.
    stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(clamping: output.count)
    let (inputs, outputs) = (stream.avail_in, stream.avail_out)
    let code = inflate(&stream, Z_NO_FLUSH)
    let (taken, made) = (Int(inputs - stream.avail_in), Int(outputs - stream.avail_out))
    switch code {
    case Z_STREAM_END: isBetween = true
    case Z_OK: break
    case Z_BUF_ERROR: if isLast { throw .unreadable("its gzip data ends too early") }
    case Z_MEM_ERROR: throw .unreadable("there is not enough memory to decompress it")
    default: throw .unreadable("its gzip data is damaged")
    }
    return (taken, made)
  }
}
