import Base
import CIsolation
import Foundation
import Imaging

/// The parent's side of a worker process. A worker develops one photo at a time, and can be killed from any
/// thread. Releasing this object ends the process.
final class WorkerProcess: @unchecked Sendable {
  // Sendable: `life` is locked, and everything else is used only by the thread that develops a photo.
  var id: pid_t { worker.process }
  private let worker: isolation_worker
  private let order: WorkerOrder
  private let limit: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: WorkerMessage.mostBytes, alignment: 16)
  private let life = Locked(Life())
  private var isReady = false
  /// The number of seconds spent waiting for the current photo.
  private var waited = 0.0

  private struct Life {
    var isKilled = false
    /// The exit status, set once the process has been waited for. From then on, another process may have its
    /// ID.
    var end: WorkerEnd?
  }

  /// - Throws: `WorkerError.cannotStart`.
  init(_ isolation: Isolation, _ order: WorkerOrder) throws {
    let text = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    var worker = isolation_worker()
    let problem = isolation_start(isolation.program, PhotoWorker.argument, text, &worker)
    guard problem == 0 else { throw WorkerError.cannotStart(String(cString: strerror(problem))) }
    (self.worker, self.order, limit) = (worker, order, isolation.limit)
  }

  deinit {
    end()
    close(worker.socket)
    close(worker.lifeline)
    buffer.deallocate()
  }

  // MARK: Life cycle

  /// Whether the worker can take another photo.
  var isUsable: Bool {
    life.withLock { life in
      if life.end == nil { life.end = wait(WNOHANG) }
      return life.end == nil && !life.isKilled
    }
  }

  /// Kills the process, so that its current work fails soon. This can be called from any thread.
  func kill() {
    life.withLock { life in
      if life.end == nil { Foundation.kill(id, SIGKILL) }
      life.isKilled = true
    }
  }

  /// Kills the process if it is still running, and waits until it has ended.
  @discardableResult
  func end() -> WorkerEnd {
    kill()
    return life.withLock { life in
      let end = life.end ?? wait(0) ?? .unknown
      life.end = end
      return end
    }
  }

  /// - Returns: The exit status, or nil if the process hasn't ended.
  private func wait(_ options: Int32) -> WorkerEnd? {
    var status: Int32 = 0
    while true {
      let number = waitpid(id, &status, options)
      if number == id { return WorkerEnd(status) }
      if number == 0 { return nil }
      if errno != EINTR { return .unknown }
    }
  }

  // MARK: Developing

  /// Sends an original to the worker and blocks until the worker has replied.
  ///
  /// - Parameter sink: Receives the next bytes of the file.
  /// - Returns: The reason why the photo can't be developed, or nil if `sink` has received the whole file.
  /// - Throws: `WorkerError`, or any error from `sink`. The worker is unusable afterwards.
  func develop(
    _ original: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ImagingError? {
    waited = 0
    if !isReady { try awaitReady() }
    try withUnsafeBytes(of: UInt64(original.count).littleEndian, send)
    try send(original)
    var room = order.mostBytes(of: original.count)
    while true {
      let (kind, bytes) = try receive()
      switch kind {
      case .piece where bytes.count <= room:
        room -= bytes.count
        try sink(bytes)
      case .done: return nil
      case .refusal:
        guard let error = try? JSONDecoder().decode(ImagingError.self, from: Data(bytes)) else {
          throw WorkerError.nonsense
        }
        return error
      case .piece, .ready: throw WorkerError.nonsense
      }
    }
  }

  private func awaitReady() throws {
    do {
      guard try receive().0 == .ready else { throw WorkerError.nonsense }
      isReady = true
    } catch WorkerError.ended(let end) {
      // A worker that can't start exits with the `errno` of the failed call.
      guard case .status(let code) = end else { throw WorkerError.cannotStart("it \(end)") }
      throw WorkerError.cannotStart("it cannot drop its privileges: \(String(cString: strerror(code)))")
    }
  }

  // MARK: Bytes

  /// Receives a message.
  ///
  /// - Returns: The message's kind, and bytes that are valid until the next call.
  private func receive() throws -> (WorkerMessage.Kind, UnsafeRawBufferPointer) {
    let head = try receive(WorkerMessage.size)
    guard let message = WorkerMessage(head: head) else { throw WorkerError.nonsense }
    return (message.kind, try receive(message.count))
  }

  private func receive(_ count: Int) throws -> UnsafeRawBufferPointer {
    let whole = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    try passAll(whole) { part in
      let start = UnsafeMutableRawPointer(mutating: part.baseAddress)
      let received = recv(worker.socket, start, part.count, 0)
      if received == 0 { throw WorkerError.ended(end()) }
      return try transferred(received, orWhen: POLLIN)
    }
    return whole
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    try passAll(bytes) { part in
      let sent = Foundation.send(worker.socket, part.baseAddress, part.count, flags)
      return try transferred(sent, orWhen: POLLOUT)
    }
  }

  /// Waits if the socket isn't ready.
  ///
  /// - Parameter count: The result of the system call.
  /// - Returns: The number of bytes transferred, or 0 after waiting.
  private func transferred(_ count: Int, orWhen event: Int32) throws -> Int {
    if count >= 0 { return count }
    if errno == EINTR { return 0 }
    guard errno == EAGAIN else { throw WorkerError.ended(end()) }
    let began = monotonicNanoseconds()
    var socket = pollfd(fd: worker.socket, events: Int16(event), revents: 0)
    poll(&socket, 1, 1000)
    // Counts at most one second, regardless of how long the whole program was stopped.
    waited += min(1, Double(monotonicNanoseconds() - began) / 1e9)
    if waited > Double(limit) { throw WorkerError.tooSlow(seconds: limit) }
    return 0
  }
}
