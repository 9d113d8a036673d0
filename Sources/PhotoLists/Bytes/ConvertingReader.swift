/// Turns bytes into others, piece by piece.
protocol ByteConverter: AnyObject {
  /// Takes bytes from `input`, and puts what they become into `output`, as far as both go. A call that does neither wants
  /// more input.
  /// - Parameter isLast: nothing comes after `input`.
  /// - Throws: why the bytes make no sense; where they end too early, too.
  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int)
}

/// Reads what a converter makes of another reader's bytes. It holds one block of memory (32 KiB) of them.
final class ConvertingReader: ByteReader {
  private let reader: any ByteReader
  private let converter: any ByteConverter
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
  private var (head, tail) = (0, 0)
  private var isAtEnd = false

  init(_ reader: any ByteReader, by converter: any ByteConverter) {
    self.reader = reader
    self.converter = converter
  }

  deinit { input.deallocate() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: input[head..<tail])
      let (taken, made) = try converter.convert(rest, into: buffer, isLast: isAtEnd)
      head += taken
      if made > 0 { return made }
      if taken > 0 { continue }
      if isAtEnd { return 0 }
      try refill()
    }
  }

  private func refill() throws(ListError.Reason) {
    let rest = UnsafeRawBufferPointer(rebasing: input[head..<tail])
    input.copyMemory(from: rest)
    (head, tail) = (0, rest.count)
    let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: input[tail...]))
    tail += count
    isAtEnd = count == 0
  }
}
