import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A child process in its own process group. It inherits only its three standard descriptors. It doesn't
/// inherit the signals that the launching thread blocks or ignores: Dispatch's threads block all signals, and
/// a background job of a shell ignores SIGQUIT.
///
/// `Process` isn't used, because of a bug on Linux. It copies the whole name field of each entry in
/// `/proc/self/fd`. If a process has about 1,300 descriptors, which the tests together may reach, it reads
/// past the end of the buffer (`findMaximumOpenFromProcSelfFD`, swift-corelibs-foundation 6.3.1).
public final class Child: Sendable {
  public enum End: Sendable, Equatable {
    case status(Int32)
    case signal(Int32)

    /// The exit status or the number of the signal.
    public var number: Int32 {
      switch self {
      case .status(let number), .signal(let number): number
      }
    }
  }

  /// The target of a standard descriptor.
  public enum Stream {
    case null
    case descriptor(Int32)
    /// The pipe. The parent's copy of the child's end is closed.
    case pipe(Pipe)
  }

  private struct State {
    var end: End?
    var waiting: [@Sendable (End) -> Void] = []
  }

  private let id: pid_t
  // The tests of the site compile this file, too, and have no access to `Base`.
  private let state = Mutex(State())

  /// - Parameter environment: The environment variables, or nil for the parent's.
  /// - Throws: `POSIXError`.
  public init(
    _ path: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
    input: Stream = .null, output: Stream = .null, error: Stream = .null
  ) throws {
    id = try Self.spawn(path, arguments, folder, environment, [input, output, error])
    Thread.detachNewThread { [self] in reap() }
  }

  /// Blocks until the child has ended.
  private func reap() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    // From here on, another process may get the child's ID. Holding the lock prevents `send` from signaling
    // that process.
    let (end, waiting) = state.withLock { state in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let end = status & 0x7F == 0 ? End.status(status >> 8 & 0xFF) : .signal(status & 0x7F)
      state.end = end
      defer { state.waiting = [] }
      return (end, state.waiting)
    }
    for wake in waiting { wake(end) }
  }

  public var isRunning: Bool { state.withLock { $0.end == nil } }

  /// Sends a signal, unless the child has ended.
  public func send(_ signal: Int32) {
    state.withLock { if $0.end == nil { _ = kill(id, signal) } }
  }

  /// Calls `body` when the child has ended: on a separate thread, or on this one if it has ended already.
  public func whenEnded(_ body: @escaping @Sendable (End) -> Void) {
    let end = state.withLock { state in
      if state.end == nil { state.waiting.append(body) }
      return state.end
    }
    if let end { body(end) }
  }

  public func waitForEnd() async -> End {
    await withCheckedContinuation { go in whenEnded { go.resume(returning: $0) } }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ folder: String?, _ environment: [String: String]?,
    _ streams: [Stream]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      let flags = POSIX_SPAWN_SETPGROUP
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    for (number, stream) in streams.enumerated() {
      let number = Int32(number)
      switch stream {
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
      case .pipe(let pipe):
        posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, number)
      }
    }
    #if canImport(Darwin)
      if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    #else
      if let folder { addFolder(&actions, folder) }
      addCloseFrom(&actions, 3)
    #endif

    let environment = environment ?? ProcessInfo.processInfo.environment
    let result = withPointers([path] + arguments) { arguments in
      withPointers(environment.map { "\($0)=\($1)" }) { environment -> Result<pid_t, POSIXError> in
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, arguments, environment)
        return code == 0 ? .success(id) : .failure(POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO))
      }
    }
    for case .pipe(let pipe) in streams { pipe.fileHandleForWriting.closeFile() }
    return try result.get()
  }
}

#if !canImport(Darwin)
  // Extensions of glibc that Swift's Glibc module doesn't expose.
  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

  @discardableResult
  private func addFolder(_ actions: Actions, _ folder: String) -> Int32 {
    typealias Function = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
    let function = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
    return function.map { unsafeBitCast($0, to: Function.self)(actions, folder) } ?? ENOSYS
  }

  @discardableResult
  private func addCloseFrom(_ actions: Actions, _ first: Int32) -> Int32 {
    typealias Function = @convention(c) (Actions, Int32) -> Int32
    let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    return function.map { unsafeBitCast($0, to: Function.self)(actions, first) } ?? ENOSYS
  }
#endif

/// Calls a closure with C strings, followed by a null pointer.
private func withPointers<Value>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
