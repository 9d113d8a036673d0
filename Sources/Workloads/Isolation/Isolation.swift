import Foundation
import Imaging

/// The settings for worker processes that develop photos. If a worker ends for any reason, only its photo
/// fails.
public struct Isolation: Sendable {
  /// The path of an executable that acts as a worker when asked to; see ``PhotoWorker/start(_:)``.
  public let program: String
  /// The time limit for a photo, in seconds. Time during which the whole program is suspended doesn't count.
  var limit = 300
  /// Called with the worker's process ID before the worker gets a photo, on the filter's thread.
  var willDevelop: @Sendable (_ process: pid_t) -> Void = { _ in }

  public init(program: String) { self.program = program }
}

/// The reason why a worker produced no file. The photo may or may not be to blame.
enum WorkerError: Error, Equatable, CustomStringConvertible {
  case cannotStart(String)
  case ended(WorkerEnd)
  case tooSlow(seconds: Int)
  /// The worker sent an invalid message. A photo may have taken control of it.
  case nonsense

  var description: String {
    switch self {
    case .cannotStart(let reason): "its decoder cannot be started: \(reason)"
    case .ended(let end): "its decoder \(end)"
    case .tooSlow(let seconds): "its decoder took more than \(seconds) s"
    case .nonsense: "its decoder sent an invalid reply"
    }
  }
}

/// How a process ended.
enum WorkerEnd: Equatable, CustomStringConvertible {
  case signal(Int32)
  case status(Int32)
  /// The system kept no exit status because SIGCHLD is ignored.
  case unknown

  /// - Parameter status: The status returned by `waitpid`.
  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  var description: String {
    switch self {
    case .signal(let number): "ended by signal \(number)"
    case .status(let status): "ended with status \(status)"
    case .unknown: "ended"
    }
  }
}

/// The instructions for a worker, passed in JSON in its only argument.
struct WorkerOrder: Codable {
  let recipe: Recipe
  let format: PictureFormat

  /// The limit for decoded pixels, reduced so that multiplying it by bytes per pixel can't overflow.
  private var pixels: Int { min(recipe.limits.maxPixels, .max / 128) }

  /// The limit for a worker's address space in bytes. It covers the pixels (up to 32 bytes each, while a
  /// picture is being rotated), the program itself, the original and the buffers that are kept.
  var mostMemory: Int { 32 * pixels + 2 << 30 }

  /// Returns the maximum size of a produced file, in bytes. It covers incompressible pixels of 8 bytes, a
  /// filter byte per row, and the parts of the original that are kept, such as its colour profile.
  func mostBytes(of original: Int) -> Int { 10 * pixels + original + 1 << 20 }
}

/// Passes all bytes, calling `pass` until none are left.
///
/// - Parameter pass: Passes some of the given bytes and returns their number.
func passAll<Failure: Error>(
  _ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) throws(Failure) -> Int
) throws(Failure) {
  var rest = bytes[...]
  while !rest.isEmpty { rest = rest.dropFirst(try pass(UnsafeRawBufferPointer(rebasing: rest))) }
}

/// The header of a message from a worker: its kind, and the number of bytes that follow.
///
/// A photo may have taken control of the worker, so the header is checked when it is parsed. Its byte count is
/// never used to allocate memory.
struct WorkerMessage {
  enum Kind: UInt8 {
    /// The worker has dropped its privileges and is waiting for originals. No bytes follow.
    case ready = 1
    /// The next bytes of the file.
    case piece
    /// The file is complete. No bytes follow.
    case done
    /// The photo can't be developed. The bytes are an `ImagingError` in JSON.
    case refusal

    fileprivate var mostBytes: Int {
      switch self {
      case .ready, .done: 0
      case .piece: WorkerMessage.mostBytes
      case .refusal: 4096
      }
    }
  }

  /// The size of a header, in bytes.
  static let size = 5
  /// The maximum number of bytes that may follow a header.
  static let mostBytes = 1 << 20

  let kind: Kind
  let count: Int

  /// - Parameter count: A number within the limit for the kind.
  init(_ kind: Kind, count: Int = 0) {
    precondition(count <= kind.mostBytes)
    self.kind = kind
    self.count = count
  }

  /// Parses a header. Returns nil if it is invalid or announces more bytes than its kind may have.
  init?(head: UnsafeRawBufferPointer) {
    guard head.count == Self.size, let kind = Kind(rawValue: head[0]) else { return nil }
    let count = UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    guard count <= kind.mostBytes else { return nil }
    self.init(kind, count: Int(count))
  }

  var head: [UInt8] { [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }
}
