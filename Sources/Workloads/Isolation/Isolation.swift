import Foundation

/// How photos are developed in worker processes: one that ends, for whatever reason, costs its photo alone.
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
