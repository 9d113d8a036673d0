import Base
import Engine

/// A random sequence of steps, with the jobs and queues that it needs, so that it can be run again.
struct Plan: Sendable {
  enum Kind: CaseIterable {
    /// A body that runs until a step ends it.
    case gated
    case returns
    case throwing
  }

  let seed: UInt64
  var widths: [Int]
  var jobs: [(kind: Kind, priority: Priority)]
  var steps: [Step]
}

enum Step: Sendable {
  case add(job: Int, queue: Int)
  case depend(job: Int, on: Int)
  case undepend(job: Int, on: Int)
  case cancel([Int])
  case cancelQueues([Int])
  case suspend(queue: Int)
  case resume(queue: Int)
  case width(queue: Int, Int)
  case prioritise(job: Int, Priority)
  /// Ends the gated body at this position among those running, in the order of their jobs. Positions wrap around.
  case end(place: Int, JobEnd)
  case loseJob(Int)
  case loseQueue(Int)
}

extension Plan {
  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    self.seed = seed
    // Queues of width 1 leave the engine the least choice, so their violations are the easiest to spot.
    widths = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Bool.random(using: &random) ? 1 : .random(in: 1...3, using: &random)
    }
    jobs = (0..<Int.random(in: 3...14, using: &random)).map { _ in
      let kind: Kind =
        Int.random(in: 0..<3, using: &random) > 0
        ? .gated : Bool.random(using: &random) ? .returns : .throwing
      return (kind, Priority.allCases.randomElement(using: &random) ?? .normal)
    }
    steps = []
    makeSteps(&random)
  }

  /// Steps are at random moments, but most jobs are added early and most bodies end late. A job that ended before any
  /// step concerned it would test nothing.
  private mutating func makeSteps(_ random: inout SplitMix) {
    var timed: [(time: Double, step: Step)] = []
    func at(_ times: ClosedRange<Double>, _ step: Step) {
      timed.append((.random(in: times, using: &random), step))
    }
    func some<Value>(_ all: some Collection<Value>) -> [Value] {
      all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    }
    func one(_ all: Range<Int>) -> Int { .random(in: all, using: &random) }
    let (jobs, queues) = (jobs.indices, widths.indices)

    for job in jobs where one(0..<10) > 0 { at(0...0.6, .add(job: job, queue: one(queues))) }
    for _ in 0..<one(0..<2 * jobs.count) { at(0...0.7, .depend(job: one(jobs), on: one(jobs))) }
    for _ in 0..<one(0..<2 * jobs.count) { at(0.2...1, .end(place: one(jobs), ends[one(0..<3)])) }
    for _ in 0..<one(0..<12) {
      let (job, other, queue) = (one(jobs), one(jobs), one(queues))
      switch one(0..<20) {
      case ..<3: at(0...1, .undepend(job: job, on: other))
      case ..<6: at(0...1, .cancel([job]))
      case ..<7: at(0...1, .cancel(some(jobs)))
      case ..<8: at(0...1, .cancelQueues(some(queues)))
      case ..<11:
        at(0...0.8, .suspend(queue: queue))
        at(0.3...1, .resume(queue: queue))
      case ..<13: at(0...1, .width(queue: queue, one(0..<5)))
      case ..<17: at(0...1, .prioritise(job: job, Priority.allCases[one(0..<5)]))
      case ..<18: at(0...1, .add(job: job, queue: queue))
      case ..<19: at(0.4...1, .loseJob(job))
      default: at(0.6...1, .loseQueue(queue))
      }
    }
    steps = timed.sorted { $0.time < $1.time }.map(\.step)
  }
}

private let ends = [JobEnd.finished, .failed(Broken()), .cancelled]

extension Plan: CustomStringConvertible {
  var description: String {
    let jobs = jobs.enumerated().map { "j\($0): \($1.kind), priority \($1.priority)" }
    return (["queues of width \(widths)"] + jobs + steps.map { "\($0)" }).joined(separator: "\n")
  }
}
