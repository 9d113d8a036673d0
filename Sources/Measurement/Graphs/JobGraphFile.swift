import Engine
import Foundation

/// Reads and writes job graphs as JSON Lines, one object per line, in any order:
///
///     {"queue": "downloads", "width": 4}
///     {"job": 7, "name": "download Kea", "on": "downloads", "run": 0.0002, "wait": 0.25}
///     {"job": 8, "name": "filter Kea", "on": "filters", "after": [7], "priority": "high", "run": 0.012}
///
/// A queue has a `width`, the maximum number of jobs that run simultaneously. A job has a number that is unique in
/// the file, and the queue that it is added `on`, in the order of the lines. Optional fields of a job:
/// - `name`
/// - `after`: the numbers of its prerequisites
/// - `priority`: very low, low, normal, high or very high
/// - `run`: the seconds for which it keeps a thread busy
/// - `wait`: the seconds for which it continues without a thread, like a transfer
extension JobGraph {
  private struct Line: Codable {
    var queue: String?
    var width: Int?
    var job: UInt64?
    var name: String?
    var on: String?
    var priority: String?
    var after: [UInt64]?
    var run: Double?
    var wait: Double?
  }

  /// The maximum time, in seconds, for which a job may run or wait.
  static let longest = 3600.0

  public func lines() throws -> Data {
    var data = Data()
    for queue in queues { data += try jsonLine(Line(queue: queue.name, width: queue.width)) }
    for (index, job) in jobs.enumerated() {
      let line = Line(
        job: UInt64(index + 1), name: job.name, on: queues[job.queue].name,
        priority: job.priority == .normal ? nil : job.priority.word,
        after: job.after.isEmpty ? nil : job.after.map { UInt64($0 + 1) }, run: job.run,
        wait: job.wait == 0 ? nil : job.wait)
      data += try jsonLine(line)
    }
    return data
  }

  /// Reads a job graph, or a file written by `--events`.
  /// - Throws: `JobGraphError`, whose description names the line.
  public init(lines data: Data) throws(JobGraphError) {
    if let recorded = try JobGraph(events: data) {
      self = recorded
      if let job = jobs.first(where: { max($0.run, $0.wait) > Self.longest }) {
        throw JobGraphError(description: "“\(job.name)” took more than \(Int(Self.longest)) seconds")
      }
      try refuseCycle()
      return
    }
    self.init(queues: [], jobs: [])
    var (queuePlaces, jobPlaces): ([String: Int], [UInt64: Int]) = ([:], [:])
    var drafts: [(number: Int, line: Line)] = []
    for (index, bytes) in data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      let number = index + 1
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
        throw JobGraphError(number, "it is not an object with the fields of a queue or a job")
      }
      if let queue = line.queue, line.job == nil {
        guard let width = line.width, width > 0 else {
          throw JobGraphError(number, "queue “\(queue)” needs a width of at least 1")
        }
        guard queuePlaces.updateValue(queues.count, forKey: queue) == nil else {
          throw JobGraphError(number, "there is already a queue “\(queue)”")
        }
        queues.append(Queue(name: queue, width: width))
      } else if let job = line.job {
        guard jobPlaces.updateValue(drafts.count, forKey: job) == nil else {
          throw JobGraphError(number, "there is already a job \(job)")
        }
        drafts.append((number, line))
      } else {
        throw JobGraphError(number, "it has neither a “queue” with its “width” nor a “job” with its number")
      }
    }
    guard !drafts.isEmpty else { throw JobGraphError(description: "it contains no jobs") }
    for (number, line) in drafts { jobs.append(try Self.job(line, at: number, queuePlaces, jobPlaces)) }
    try refuseCycle()
  }

  private func refuseCycle() throws(JobGraphError) {
    if let cycle {
      throw JobGraphError(
        description: "these jobs wait for each other: \((cycle + cycle.prefix(1)).joined(separator: " → "))")
    }
  }

  private static func job(
    _ line: Line, at number: Int, _ queues: [String: Int], _ jobs: [UInt64: Int]
  ) throws(JobGraphError) -> Job {
    guard let name = line.on, let queue = queues[name] else {
      throw JobGraphError(
        number,
        line.on.map { "no line sets the width of queue “\($0)”" } ?? "the job has no queue: add “on”")
    }
    var after: [Int] = []
    for other in line.after ?? [] {
      guard let place = jobs[other] else {
        throw JobGraphError(number, "it waits for job \(other), which does not exist")
      }
      if !after.contains(place) { after.append(place) }
    }
    for (word, seconds) in [("run", line.run), ("wait", line.wait)] {
      guard let seconds, !(0...longest).contains(seconds) else { continue }
      throw JobGraphError(number, "“\(word)” is \(seconds): give seconds from 0 to \(Int(longest))")
    }
    guard let priority = Priority.allCases.first(where: { $0.word == line.priority ?? "normal" }) else {
      throw JobGraphError(
        number, "“priority” must be one of \(Priority.allCases.map(\.word).joined(separator: ", "))")
    }
    return Job(
      name: line.name ?? line.job.map { "job \($0)" } ?? "", queue: queue, priority: priority, after: after,
      run: line.run ?? 0, wait: line.wait ?? 0)
  }
}

extension JobGraphError {
  fileprivate init(_ line: Int, _ reason: String) { self.init(description: "line \(line): \(reason)") }
}

extension Priority {
  /// The name of the priority in files.
  var word: String {
    switch self {
    case .veryLow: "very low"
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .veryHigh: "very high"
    }
  }
}
