/// Converts a stream of bytes piece by piece.
protocol ByteConverter: AnyObject {
  /// Converts as much of `input` as is available and fits into `output`. If a call neither consumes nor produces
  /// anything, more input is needed.
  /// - Parameters:
  ///   - output: A buffer with room for at least one byte.
  ///   - isLast: Whether `input` is the end of the stream.
  /// - Throws: An error if the input is invalid or ends too early.
  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int)
}

/// Reads a stream through a converter.
final class ConvertingReader: ByteReader {
  private let stream: ByteStream
  private let converter: any ByteConverter

  init(_ stream: ByteStream, by converter: any ByteConverter) {
    self.stream = stream
    self.converter = converter
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    while true {
      let isLast = stream.isAtEnd
      let (taken, made) = try converter.convert(stream.window, into: buffer, isLast: isLast)
      stream.skip(taken)
      if made > 0 { return made }
      if taken > 0 { continue }
      if isLast { return 0 }
      _ = try stream.refill()
    }
  }
}
