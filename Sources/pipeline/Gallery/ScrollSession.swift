import Engine
import Engines
import Foundation
import Measurement
import SampleServer
import Workloads

/// One run of `pipeline scroll`, from its options to its exit status.
final class ScrollSession: @unchecked Sendable {
  // Safe: used on the main thread only, whose queue is the engine's reporting queue; interrupts come by it too.
  private let options: ScrollCommand
  private let script: ScrollScript
  private let source: TableSource
  private let table: PhotoTable
  private let player: ScrollPlayer
  private let meter: RunMeter
  private let log: TraceLog?
  private let loop = MainLoop()
  private var hasBegun = false
  private var hasFailed = false

  /// - Throws: `OutputError`, when there is no place for temporary files; `WebServerError`.
  init(_ options: ScrollCommand, script: ScrollScript) throws {
    self.options = options
    self.script = script
    log = try options.traces.makeLog()
    source = try TableSource(options.list, sample: options.sample, count: options.count)
    let engine = options.engine.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    table = try PhotoTable(
      engine: engine, source: source.list, options: options.photos.tableOptions(options.transfers))
    player = ScrollPlayer(table)
    meter = RunMeter(queue: engine.reportQueue, log: log)
  }

  func run() -> Int32 {
    let interrupts = Interrupts(
      stop: { [weak self] in self?.interrupt() }, leave: { [table] in table.removeFiles() })
    defer {
      withExtendedLifetime(interrupts) {}
      table.removeFiles()
    }
    if let log { table.onJobs = { log.photo($0, $1, jobs: $2) } }
    table.onList = { [unowned self] in listChanged() }
    table.onChange = { [unowned self] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
    }
    table.onEnd = { [unowned self] in ended() }
    source.prepare { [table] in DispatchQueue.main.async { table.load() } }
    return loop.run()
  }

  /// The list is read first, and to its end, so that every run plays to the same rows.
  private func listChanged() {
    switch table.list {
    case .loading: break
    case .failed(let reason):
      let count = table.photos.count
      let place = count > 0 ? "the list broke off after \(counted(count, "photo")): " : ""
      Terminal.error.write("pipeline: \(place)\(reason)\n")
      hasFailed = true
      end(ExitStatus.noList)
    case .complete:
      hasBegun = true
      meter.start()
      let events = table.photos.isEmpty ? [] : script.events(rows: options.rows, count: table.photos.count)
      player.play(events) { [table] in table.finish() }
    }
  }

  private func ended() {
    if hasFailed { return }
    report()
    end(table.isCancelled ? ExitStatus.interrupted : ExitStatus.success)
  }

  private func end(_ status: Int32) {
    source.server?.stop()
    loop.stop(options.traces.write(log, engine: options.engine.engine.rawValue, status: status))
  }

  private func report() {
    guard hasBegun else {
      return Terminal.error.write("pipeline: interrupted before the first scroll, while the list was read\n")
    }
    let report = ScrollReport(options, table: table, isInterrupted: table.isCancelled, figures: meter.stop())
    if options.json {
      Terminal.output.write(((try? report.json()) ?? "{}") + "\n")
    } else {
      Terminal.output.write(report.text(Style(usesColor: Terminal.output.usesColor), script: script))
    }
  }

  /// Called on another thread: the main one may be stalled by what is to be cancelled.
  private func interrupt() {
    meter.cancelled()
    player.stop()
    table.cancel()
  }
}

extension PipelineOptions {
  func tableOptions(_ transfers: TransferOptions) -> TableOptions {
    var options = TableOptions()
    options.downloads = downloads
    options.filters = filters
    options.intensity = intensity
    options.maxPixels = maxPixels
    options.transfers = transfers.configuration(downloads: downloads)
    return options
  }
}
