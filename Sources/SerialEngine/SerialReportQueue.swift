import Dispatch
import Engine

/// The queue on which everything of a serial engine happens.
struct SerialReportQueue: ReportQueue {
  private let queue: DispatchQueue
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init(_ reporting: Reporting) {
    queue =
      switch reporting {
      case .main: .main
      case .serial(let label): DispatchQueue(label: label, qos: .userInteractive)
      }
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue) }
}
