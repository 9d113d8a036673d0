import Imaging

/// What a worker is told when it is started: its one argument, as JSON.
struct WorkerOrder: Codable {
  let recipe: Recipe
  let format: PictureFormat

  /// The most that is decoded, as a number that can be multiplied by what a pixel takes.
  private var pixels: Int { min(recipe.limits.maxPixels, .max / 128) }

  /// The most address space: what pixels take at most (32 bytes each, while a picture is turned), with the program itself, the
  /// original and the buffers that are kept.
  var mostMemory: Int { 32 * pixels + 2 << 30 }

  /// The most bytes of a file that is made: pixels of 8 bytes that could not be compressed, a filter's byte a row, and what is
  /// kept of the original.
  func mostBytes(of original: Int) -> Int { 10 * pixels + original + 1 << 20 }
}

/// The head of each message from a worker: what it is, and how many bytes follow.
///
/// A photo may have taken over the worker, so the head is checked as it is made, and nothing is allocated by its number.
struct WorkerMessage {
  enum Kind: UInt8 {
    /// It has given up its rights, and waits for originals. No bytes follow.
    case ready = 1
    /// The next bytes of the file.
    case piece
    /// The file is complete. No bytes follow.
    case done
    /// The photo cannot be developed: an `ImagingError`, as JSON.
    case refusal

    fileprivate var mostBytes: Int {
      switch self {
      case .ready, .done: 0
      case .piece: WorkerMessage.mostBytes
      case .refusal: 4096
      }
    }
  }

  /// The size of a head, in bytes.
  static let size = 5
  /// The most bytes that may follow a head.
  static let mostBytes = 1 << 20

  let kind: Kind
  let count: Int

  /// - Parameter count: within the kind's limit.
  init(_ kind: Kind, count: Int = 0) {
    precondition(count <= kind.mostBytes)
    self.kind = kind
    self.count = count
  }

  /// - Returns: nil if it is not a head, or announces more bytes than its kind may have.
  init?(head: UnsafeRawBufferPointer) {
    guard head.count == Self.size, let kind = Kind(rawValue: head[0]) else { return nil }
    let count = UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    guard count <= kind.mostBytes else { return nil }
    self.init(kind, count: Int(count))
  }

  var head: [UInt8] { [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }
}
