import ArgumentParser
import Foundation
import Imaging
import Workloads

extension ScrollCommand {
  func status() throws -> Int32 {
    let script = try ScrollScript(named: self.script, seed: sample.seed)
    guard printScript else { return try play(script) }
    Terminal.output.write(script.text)
    return ExitStatus.success
  }

  /// - Returns: the exit status.
  private func play(_ script: ScrollScript) throws -> Int32 {
    let given = try input.source(isQuiet: quiet).map(input.reading)
    let session = try Session(engine, traces, sample: given == nil ? sample : nil)
    let source = TableSource(given, server: session.server, count: count)
    let table = try PhotoTable(
      engine: session.engine, source: source.list, options: photos.tableOptions(transfers))
    defer { table.removeFiles() }
    let player = ScrollPlayer(table)
    let display = ScrollDisplay(
      table, title: "pipeline scroll · \(session.engineName) · \(oneLine(self.script))",
      paintsSamples: given == nil, isQuiet: quiet)
    // The list is read first, and to its end, so that every run plays to the same rows.
    table.onList = { [unowned session, unowned table] in
      switch table.list {
      case .loading: break
      case .failed(let reason):
        display.stop()
        let count = table.photos.count
        let place = count > 0 ? "the list broke off after \(counted(count, "photo")): " : ""
        Terminal.error.write("pipeline: \(place)\(reason)\n")
        session.server?.stop()
        session.end(ExitStatus.noList)
      case .complete, .cut:
        session.meter.start()
        let events = table.photos.isEmpty ? [] : script.events(rows: rows, count: table.photos.count)
        display.began(events)
        player.play(events) { table.engine.reportQueue.async { [table] in table.finish() } }
      }
    }
    table.onChange = { [meter = session.meter] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
    }
    return session.run(
      table, display,
      begin: { source.prepare { DispatchQueue.main.async { table.start() } } },
      interrupt: { player.stop() }, leave: { table.removeFiles() },
      report: { figures in
        let status = table.isCancelled ? ExitStatus.interrupted : ExitStatus.success
        guard display.hasBegun else {
          Terminal.error.write("pipeline: interrupted before the first scroll, while the list was read\n")
          return status
        }
        ScrollReport(self, script: script, table: table, figures: figures)
          .show(json: json, isQuiet: quiet, insteadOf: nil)
        return status
      })
  }
}

extension PipelineOptions {
  func tableOptions(_ transfers: TransferOptions) -> TableOptions {
    var options = TableOptions()
    options.downloads = downloads
    options.filters = filters
    options.recipe.intensity = intensity
    options.recipe.limits = DecodeLimits(maxPixels: maxPixels)
    options.transfers = transfers.configuration(downloads: downloads)
    return options
  }
}

extension ScrollScript {
  /// - Parameter name: of a script that is built in, or of a file.
  /// - Throws: `InputError`.
  init(named name: String, seed: UInt64) throws {
    if let builtIn = BuiltIn(rawValue: name) {
      self.init(builtIn, seed: seed)
      return
    }
    do {
      try self.init(text: String(contentsOfFile: name, encoding: .utf8))
    } catch let error as ScrollScriptError {
      throw InputError("the script “\(oneLine(name))”, \(error)")
    } catch {
      let names = BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")
      throw InputError(
        "cannot read the script “\(oneLine(name))”: give a file, or one that is built in (\(names))")
    }
  }
}
