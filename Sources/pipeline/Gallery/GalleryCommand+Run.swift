import ArgumentParser
import Dispatch
import Foundation
import Gallery
import SampleServer
import Workloads

extension GalleryCommand {
  func status() throws -> Int32 { try replay.map(show) ?? serve() }

  /// - Returns: the exit status, after Ctrl-C or the script's end.
  private func serve() throws -> Int32 {
    try Resources.check()
    if let record { try OutputPlace.check(record, for: "the recording") }
    let script = try script.map { try ScrollScript(named: $0, seed: sample.seed) }
    let traces = try GalleryTraces(traces)
    let given = try input.source(isQuiet: false).map(input.reading)
    let server = given == nil ? try SampleServer.start(faults: sample.faults(delay: 1)) : nil
    let source = TableSource(given, server: server, count: count, isListPrompt: true)
    try source.list.check()
    var configuration = GalleryConfiguration(engines: engine.names, list: source.list)
    configuration.table = photos.tableOptions(transfers)
    configuration.table.filterDelay = FilterDelay(seconds: filterDelay)
    configuration.port = port
    configuration.token = PageToken.kept()
    if let traces { configuration.watcher = { traces.watch(page: $0, $1) } }

    let stopped = DispatchSemaphore(value: 0)
    if record != nil {
      configuration.recorder = PageRecorder(script: script.map { ($0, rows) }) { stopped.signal() }
    }
    let gallery = try open(configuration, source)
    Interrupts.wait(stopped)
    configuration.recorder?.stop()
    let isSaved = try save(configuration.recorder)
    Terminal.output.say("\n" + words(gallery.stop()) + isSaved)
    server?.stop()
    return traces?.write() ?? ExitStatus.success
  }

  /// A script begins when its page opens, so the sample photos have to be ready first.
  private func open(_ configuration: GalleryConfiguration, _ source: TableSource) throws -> GalleryServer {
    guard script != nil else {
      source.prepare()
      let gallery = try GalleryServer.start(configuration, sample: source.server)
      Terminal.output.write("\(gallery.url)\nOpen this address in a browser. Ctrl-C ends it.\n")
      return gallery
    }
    let isReady = DispatchSemaphore(value: 0)
    source.prepare { isReady.signal() }
    isReady.wait()
    return try GalleryServer.start(configuration, sample: source.server)
  }

  // MARK: Recordings

  /// - Returns: a line about what was saved; empty if nothing was to be saved.
  private func save(_ recorder: PageRecorder?) throws -> String {
    guard let recorder, let record else { return "" }
    let (json, seconds, photos) = recorder.result()
    try OutputPlace.write(json, to: record, for: "the recording")
    return "Recorded \(secondsInWords(seconds)) with \(counted(photos, "photo")) → \(oneLine(record))\n"
  }

  /// - Returns: the exit status, after Ctrl-C.
  private func show(_ path: String) throws -> Int32 {
    guard let recording = FileManager.default.contents(atPath: path), isPageRecording(recording) else {
      throw InputError(
        "“\(oneLine(path))” is no recorded scroll: save one with “pipeline gallery --record FILE”")
    }
    let server = try ReplayServer(recording, port: port)
    Terminal.output.write("\(server.url)\nOpen this address in a browser. Ctrl-C ends it.\n")
    Interrupts.wait()
    server.stop()
    return ExitStatus.success
  }

  private func words(_ summary: GallerySummary) -> String {
    let lines = summary.tables.sorted { $0.key < $1.key }.map { name, tally in
      "  \(name): \(counted(tally.filtered, "photo")) filtered, \(tally.downloaded) downloaded only, "
        + "\(tally.failed) failed; \(counted(tally.cancelled, "row")) cancelled; "
        + "\(bytesInWords(tally.bytesFetched)) fetched, \(bytesInWords(tally.bytesWasted)) of them wasted\n"
    }
    if summary.pages == 0 { return "Stopped; no page was opened.\n" }
    return "Stopped, after \(counted(summary.pages, "page")).\n" + lines.joined()
  }
}
