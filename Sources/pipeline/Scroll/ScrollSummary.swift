import Base
import Engine
import Foundation
import Gallery
import Measurement
import Workloads

/// The figures of a photo table at the end of a scroll script.
struct ScrollSummary: Codable {
  struct Rests: Codable {
    /// The number of stops that lasted until everything was shown.
    let complete: Int
    /// The number of stops that were interrupted earlier by the next scroll or a memory warning.
    let cutShort: Int
    /// The duration of the last complete stop in seconds, or nil if no stop was complete.
    let last: Double?
    let median: Double?
    let worst: Double?

    init(_ times: RestTimes) {
      complete = times.count
      cutShort = times.cutShort
      last = times.now(at: monotonicNanoseconds())
      median = times.median
      worst = times.worst
    }

    /// Returns the times as text.
    /// - Parameter interruption: The events that may have interrupted a stop.
    func words(interruption: String) -> String {
      let stops = complete + cutShort
      let interrupted =
        "\(cutShort) of \(counted(stops, "stop")) \(cutShort == 1 ? "was" : "were") interrupted by \(interruption)"
      guard let last, let median, let worst else {
        return cutShort > 0 ? "never: \(interrupted)" : "never"
      }
      return
        "median \(shortDurationText(median)) after a stop, worst \(shortDurationText(worst)), last \(shortDurationText(last)); "
        + (cutShort > 0 ? interrupted : "no stop was interrupted")
    }
  }

  var kind: String? = "scroll"
  let engine: String
  let list: String
  let script: String
  let seed: UInt64
  let rowsInSight: Int
  let photos: Int
  let interrupted: Bool
  /// The number of photos that were filtered, under the key of all records.
  let done: Int
  let filtered: Int
  let failed: Int
  /// The number of jobs in both queues at the end.
  let waiting: Int
  let running: Int
  /// The number of rows whose pending work was cancelled.
  let cancelled: Int
  let bytesFetched: Int
  let bytesWasted: Int
  /// The times from the end of a scroll until every visible row shows its photo.
  let shown: Rests
  /// The times from the end of a scroll until every visible row shows its sepia photo.
  let sepia: Rests
  /// The reason why the list couldn't be read.
  var error: String?
  let figures: [Figure: Double]
  /// The calls of the engine's API, and the work of our own code. Nil in records of older versions.
  var apiCalls: APICalls?
  /// The work at each moment, if it was asked for.
  var moments: [Explanation]?

  init(
    _ options: ScrollCommand, table: PhotoTable, error: String? = nil, figures: [Figure: Double],
    moments: [ScrollMoment: PassedMoment] = [:]
  ) {
    self.error = error
    engine = options.options.engine.rawValue
    list =
      options.input.usesSamples
      ? "sample" : options.input.search ?? options.input.arguments.joined(separator: " ")
    script = options.script
    seed = options.sample.usedSeed
    rowsInSight = options.rows
    photos = table.photos.count
    interrupted = table.isCancelled
    (done, filtered, failed) = (table.tally.done, table.tally.done, table.tally.failed)
    let counts = table.pipeline.queues.map(\.counts)
    waiting = counts.reduce(0) { $0 + $1.waiting + $1.ready }
    running = counts.reduce(0) { $0 + $1.running }
    cancelled = table.figures.cancelled
    bytesFetched = table.figures.fetched
    bytesWasted = table.figures.wasted
    shown = Rests(table.figures.shown)
    sepia = Rests(table.figures.filtered)
    self.figures = figures
    let calls = table.engine.calls
    apiCalls = calls
    if options.explain {
      self.moments = ScrollMoment.allCases.map {
        Explanation($0, options.options.engine, api: calls.api.name, passed: moments[$0])
      }
    }
  }

  /// Returns the report as text.
  /// - Parameter hasWarnings: Whether the script has a memory warning, which also ends a stop.
  func text(_ style: Style, hasWarnings: Bool) -> String {
    let what = interrupted ? "Interrupted: " : ""
    let share = bytesFetched > 0 ? " (\(bytesWasted * 100 / bytesFetched) %)" : ""
    let warnings = hasWarnings ? ["a memory warning"] : []
    let interruption = (["the next scroll"] + warnings + (interrupted ? ["Ctrl-C"] : [])).joined(
      separator: " or ")
    let rows = [
      ("engine", engine),
      ("cancelled", counted(cancelled, "row")),
      ("fetched", byteText(bytesFetched)),
      ("wasted", "\(byteText(bytesWasted))\(share) on photos that were never visible"),
      ("all shown", shown.words(interruption: interruption)),
      ("all sepia", sepia.words(interruption: interruption)),
      ("wall", shortDurationText(figures[.wall, default: 0])),
      ("CPU", shortDurationText(figures[.userCPU, default: 0] + figures[.systemCPU, default: 0])),
      ("longest stall", "\(shortDurationText(figures[.longestStall, default: 0])) of the main queue"),
    ]
    let headline = style.bold(
      photos == 0 && !interrupted
        ? RunSummary.emptyList
        : "\(what)\(script) through \(counted(photos, "photo")): \(filtered) filtered, \(failed) failed")
    let explained = (moments ?? []).flatMap { moment in
      let parts = moment.parts.map { part in
        let place = part.file.map { "  \($0):\(part.line ?? 1)" } ?? ""
        return (part.who, part.text + style.dim(place))
      }
      let note = moment.number == nil ? " (in general)" : ""
      return ["", style.bold(moment.title) + note] + figureLines(parts)
    }
    return ([headline] + figureLines(rows + (apiCalls?.rows ?? [])) + explained).map { $0 + "\n" }.joined()
  }
}
