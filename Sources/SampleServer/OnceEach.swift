import Base

/// Numbered files, each made once and kept for good.
final class OnceEach: Sendable {
  private let files = Locked<[Int: [UInt8]]>([:])
  private let make: @Sendable (Int) throws -> [UInt8]

  init(_ make: @escaping @Sendable (Int) throws -> [UInt8]) { self.make = make }

  /// Two that ask at the same time may both make it: they make the same.
  @Sendable func file(_ number: Int) throws -> [UInt8] {
    if let file = files.withLock({ $0[number] }) { return file }
    let file = try make(number)
    files.withLock { $0[number] = file }
    return file
  }
}
