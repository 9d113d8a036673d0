import CIsolation
import Foundation
import Imaging

/// The worker's side of the protocol. A worker process receives originals and sends back the files made from
/// them.
public enum PhotoWorker {
  static let argument = "--photo-worker"

  /// Becomes a worker if the process was launched as one, and returns otherwise. Call this before anything
  /// else, while the process has only one thread. A worker ends with its parent.
  public static func start(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == argument else { return }
    guard let order = try? JSONDecoder().decode(WorkerOrder.self, from: Data(arguments[2].utf8)) else {
      _exit(EINVAL)
    }
    let problem = isolation_confine(UInt64(order.mostMemory))
    if problem != 0 { _exit(problem) }
    send(.ready)
    let pool = PixelPool()
    while true {
      let original = receiveOriginal()
      develop(UnsafeRawBufferPointer(original), order, pool)
      free(original.baseAddress)
    }
  }

  private static func develop(_ original: UnsafeRawBufferPointer, _ order: WorkerOrder, _ pool: PixelPool) {
    do {
      try order.recipe.develop(original, as: order.format, in: .init(pool: pool)) { bytes in
        for start in stride(from: 0, to: bytes.count, by: WorkerMessage.mostBytes) {
          let rest = bytes[start...].prefix(WorkerMessage.mostBytes)
          send(.piece, UnsafeRawBufferPointer(rebasing: rest))
        }
      }
      send(.done)
    } catch {
      guard let error = error as? ImagingError, let text = try? JSONEncoder().encode(error) else {
        _exit(EINVAL)
      }
      text.withUnsafeBytes { send(.refusal, $0) }
    }
  }

  // MARK: Bytes

  private static func receiveOriginal() -> UnsafeMutableRawBufferPointer {
    var count: UInt64 = 0
    withUnsafeMutableBytes(of: &count, receive)
    guard let start = malloc(max(1, Int(count))) else { _exit(ENOMEM) }
    let original = UnsafeMutableRawBufferPointer(start: start, count: Int(count))
    receive(original)
    return original
  }

  private static func receive(_ bytes: UnsafeMutableRawBufferPointer) {
    passAll(UnsafeRawBufferPointer(bytes)) { part in
      passed(read(0, UnsafeMutableRawPointer(mutating: part.baseAddress), part.count))
    }
  }

  private static func send(
    _ kind: WorkerMessage.Kind, _ bytes: UnsafeRawBufferPointer = .init(start: nil, count: 0)
  ) {
    WorkerMessage(kind, count: bytes.count).head.withUnsafeBytes(send)
    send(bytes)
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) {
    passAll(bytes) { part in passed(write(0, part.baseAddress, part.count)) }
  }

  /// Returns the number of bytes passed, or 0 after an interruption. If the parent is gone, this process exits.
  ///
  /// - Parameter count: The result of the system call.
  private static func passed(_ count: Int) -> Int {
    if count > 0 { return count }
    if count < 0, errno == EINTR { return 0 }
    _exit(0)
  }
}
