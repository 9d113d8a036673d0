/// Turns bytes into others, piece by piece.
protocol ByteConverter: AnyObject {
  /// Takes bytes from `input`, and puts their translation into `output`, as far as both go. A call that does neither wants
  /// more input.
  /// - Parameters:
  ///   - output: room for one byte at least.
  ///   - isLast: whether nothing comes after `input`.
  /// - Throws: why the bytes make no sense; where they end too early, too.
  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int)
}

/// Reads a stream's bytes as a converter translates them.
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
