import Base
import Dispatch
import Engine

/// The speed of a core, measured in iterations of an empty loop.
public struct SpinRate: Sendable, Codable, Hashable {
  public let perNanosecond: Double

  public init(perNanosecond: Double = 1) { self.perNanosecond = perNanosecond }

  /// Measures the speed as the best of several attempts, because other work may interrupt some of them. This takes a
  /// few milliseconds.
  public static func measured() -> SpinRate {
    let spins = 1_000_000
    let times = (0..<9).map { _ in
      let start = monotonicNanoseconds()
      spin(spins)
      return monotonicNanoseconds() - start
    }
    return SpinRate(perNanosecond: Double(spins) / Double(max(1, times.min() ?? 1)))
  }
}

// Safe: it is never written, because the loop never produces 0. The compiler can't know that.
nonisolated(unsafe) private var neverWritten: UInt64 = 0

/// Keeps the core busy. Each iteration depends on the previous one (Knuth's linear congruential generator).
@inline(never)
private func spin(_ count: Int) {
  guard count > 0 else { return }
  var value: UInt64 = 1
  for _ in 0..<count { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  if value == 0 { neverWritten &+= 1 }
}

/// The bodies of a graph's jobs, by index. Each body keeps a core busy, and some then wait without a thread.
final class JobBodies: Sendable {
  private static let timer = DispatchQueue(label: "timer")
  private let bodies: [(spins: Int, wait: Double)]
  private let log: BodyLog?

  /// - Parameter log: Records when each body ran, and on which thread. Recording takes a lock for each body.
  init(_ graph: JobGraph, _ rate: SpinRate, log: BodyLog? = nil) {
    // Work is measured in iterations instead of time, because a clock keeps running while another thread uses the core.
    bodies = graph.jobs.map { (Int($0.run * 1e9 * rate.perNanosecond), $0.wait) }
    self.log = log
  }

  /// Runs the part of a body that keeps a thread busy.
  func work(_ job: Int) {
    if let log { log.record { spin(bodies[job].spins) } } else { spin(bodies[job].spins) }
  }

  func waits(_ job: Int) -> Bool { bodies[job].wait > 0 }

  /// Performs the part of a body that needs no thread.
  /// - Parameter done: Called on the timer's thread.
  func wait(_ job: Int, _ done: @escaping @Sendable () -> Void) {
    Self.timer.asyncAfter(deadline: .now() + bodies[job].wait, execute: done)
  }
}

/// A record of the bodies that ran, with their threads and times.
final class BodyLog: Sendable {
  private let bodies = Locked<[JobSpan]>([])

  func record(_ work: () -> Void) {
    let start = monotonicNanoseconds()
    work()
    let end = monotonicNanoseconds()
    let body = JobSpan(
      name: "", queue: "", added: start, thread: currentThreadNumber(), start: start, end: end,
      outcome: .finished)
    bodies.withLock { $0.append(body) }
  }

  /// - Parameter count: The number of bodies to draw. They are taken from the middle of the run, because threads are
  ///   still being woken at its start.
  func timeline(_ engine: String, count: Int) -> WorkerTimeline {
    let all = bodies.withLock { $0 }.sorted { $0.added < $1.added }
    let drawn = all.indices.dropFirst(max(0, all.count - count) / 2).prefix(count).map { index in
      var body = all[index]
      body.name = "job \(index + 1)"
      return body
    }
    let end = drawn.compactMap(\.end).max()
    return WorkerTimeline(engine: engine, drawn, from: drawn.first?.added ?? 0, to: end ?? 0)
  }
}
