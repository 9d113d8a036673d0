import Base
import CIsolation
import Foundation
import Imaging

/// A worker, as its parent sees it. It develops one photo at a time, and may be killed from any thread. Letting go of it ends
/// it.
final class WorkerProcess: @unchecked Sendable {
  // Safe: `life` has a lock, and the rest belongs to the one thread that develops a photo.
  var id: pid_t { worker.process }
  private let worker: isolation_worker
  private let order: WorkerOrder
  private let limit: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: WorkerMessage.mostBytes, alignment: 16)
  private let life = Locked(Life())
  private var isReady = false
  /// Seconds of this photo.
  private var waited = 0.0

  private struct Life {
    var isKilled = false
    /// Once it was waited for: its number may be another's then.
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

  // MARK: Its life

  /// Whether it can be given another photo.
  var isUsable: Bool {
    life.withLock { life in
      if life.end == nil { life.end = wait(WNOHANG) }
      return life.end == nil && !life.isKilled
    }
  }

  /// Makes its present work fail soon. May be called from any thread.
  func kill() {
    life.withLock { life in
      if life.end == nil { Foundation.kill(id, SIGKILL) }
      life.isKilled = true
    }
  }

  /// Kills it if it has not ended, and waits until it has.
  @discardableResult
  func end() -> WorkerEnd {
    kill()
    return life.withLock { life in
      let end = life.end ?? wait(0) ?? .unknown
      life.end = end
      return end
    }
  }

  /// - Returns: nil when it has not ended.
  private func wait(_ options: Int32) -> WorkerEnd? {
    var status: Int32 = 0
    while true {
      let number = waitpid(id, &status, options)
      if number == id { return WorkerEnd(status) }
      if number == 0 { return nil }
      if errno != EINTR { return .unknown }
    }
  }

  // MARK: A photo

  /// Blocks until it has replied.
  /// - Parameter sink: takes the file's next bytes.
  /// - Returns: why the photo cannot be developed; nil when `sink` has the whole file.
  /// - Throws: `WorkerError`, and what `sink` throws; the worker is unusable afterwards.
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
      // A worker ends with the system's number of what is wrong.
      guard case .status(let code) = end else { throw WorkerError.cannotStart("it \(end)") }
      throw WorkerError.cannotStart("its rights cannot be given up: \(String(cString: strerror(code)))")
    }
  }

  // MARK: Bytes

  /// - Returns: bytes that are valid until the next call.
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

  /// - Parameter count: what the system has returned just now.
  /// - Returns: how many bytes have passed; 0 after waiting until some can.
  private func transferred(_ count: Int, orWhen event: Int32) throws -> Int {
    if count >= 0 { return count }
    if errno == EINTR { return 0 }
    guard errno == EAGAIN else { throw WorkerError.ended(end()) }
    let began = monotonicNanoseconds()
    var socket = pollfd(fd: worker.socket, events: Int16(event), revents: 0)
    poll(&socket, 1, 1000)
    // A second at most, however long the whole program was stopped meanwhile.
    waited += min(1, Double(monotonicNanoseconds() - began) / 1e9)
    if waited > Double(limit) { throw WorkerError.tooSlow(seconds: limit) }
    return 0
  }
}
