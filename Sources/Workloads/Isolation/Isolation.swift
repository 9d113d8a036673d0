import Foundation
import Imaging

/// Settings of worker processes, which develop the photos: one that ends, for whatever reason, costs its photo alone.
public struct Isolation: Sendable {
  /// The path of a program that is a worker when it is asked to be one; see ``PhotoWorker/start(_:)``.
  public let program: String
  /// The most seconds that a photo may take. Those in which the whole program is stopped do not count.
  var limit = 300
  /// Called with a worker's process before it gets a photo; on the filter's thread.
  var willDevelop: @Sendable (_ process: pid_t) -> Void = { _ in }

  public init(program: String) { self.program = program }
}

/// Why a worker has made no file, and it is not known whether the photo is to blame.
enum WorkerError: Error, Equatable, CustomStringConvertible {
  case cannotStart(String)
  case ended(WorkerEnd)
  case tooSlow(seconds: Int)
  /// It sent what no worker sends: a photo may have taken it over.
  case nonsense

  var description: String {
    switch self {
    case .cannotStart(let reason): "no process can be started to decode it in: \(reason)"
    case .ended(let end): "its decoder \(end)"
    case .tooSlow(let seconds): "its decoder took more than \(seconds) s"
    case .nonsense: "its decoder’s reply makes no sense"
    }
  }
}

/// How a process ended.
enum WorkerEnd: Equatable, CustomStringConvertible {
  case signal(Int32)
  case status(Int32)
  /// The system has kept no record, as SIGCHLD is ignored.
  case unknown

  /// - Parameter status: as `waitpid` tells it.
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

/// A worker's instructions: its one argument, as JSON.
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

/// Passes all of the bytes, part by part.
/// - Parameter pass: of a part; returns how many of its bytes it has passed.
func passAll<Failure: Error>(
  _ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) throws(Failure) -> Int
) throws(Failure) {
  var rest = bytes[...]
  while !rest.isEmpty { rest = rest.dropFirst(try pass(UnsafeRawBufferPointer(rebasing: rest))) }
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
