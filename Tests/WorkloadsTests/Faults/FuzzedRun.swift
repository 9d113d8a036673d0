import Engine
import Engines
import Foundation
import PhotoLists
import Transport

@testable import Workloads

/// A run through every step from the list to the journal, followed by a second run that reads the files of
/// the first. A server, which acts as the proxy for all hosts, determines the contents of the list and the
/// photos.
struct FuzzedRun {
  enum Kind: CaseIterable { case photos, download, thumbnails }

  /// The path of the list on every host.
  static let listPath = "/the-list"
  /// A folder that contains nothing else.
  private let folder: String
  private let transport: Transport

  /// - Parameter port: The port of the server on the loopback address.
  init(folder: String, port: UInt16) {
    self.folder = folder
    var configuration = TransportSettings()
    configuration.proxy = "http://127.0.0.1:\(port)"
    configuration.maxBytes = 1 << 20
    configuration.maxRedirects = 2
    configuration.retry.retries = 0
    configuration.stallTimeout = .seconds(60)
    transport = Transport(configuration)
  }

  /// Performs both runs. Blocks the calling thread.
  ///
  /// - Returns: The rule that was broken, or nil.
  func flaw(_ kind: Kind, _ engine: EngineName) throws -> String? {
    let out = folder + "/out"
    defer { try? FileManager.default.removeItem(atPath: out) }
    let first = try run(kind, engine, out)
    if let flaw = try flaw(of: first, in: out) { return flaw }
    let second = try run(kind, engine, out)
    if let flaw = try flaw(of: second, in: out) { return "again: \(flaw)" }
    guard first.error == nil, second.error == nil else { return nil }
    return second.tally.skipped >= first.tally.done
      ? nil : "\(first.tally.done) were made, and only \(second.tally.skipped) known again"
  }

  private func run(_ kind: Kind, _ name: EngineName, _ out: String) throws -> Run {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: nil)
    let list = ListSource.url("http://list.example\(Self.listPath)")
    let output = try OutputFolder(out)
    let run: Run =
      switch kind {
      case .photos, .download:
        PhotoRun(
          engine: engine, transport: transport, list: list, output: output,
          plan: kind == .photos ? RunPlan() : .download)
      case .thumbnails:
        ThumbnailRun(engine: engine, transport: transport, list: list, output: output)
      }
    let ended = DispatchSemaphore(value: 0)
    run.onEnd = { ended.signal() }
    engine.reportQueue.async { run.start() }
    ended.wait()
    return run
  }

  private func flaw(of run: Run, in out: String) throws -> String? {
    let tally = run.tally
    if tally.settled != tally.listed { return "\(tally.listed) listed, \(tally.settled) settled" }
    if tally.failed != run.failures.count { return "\(tally.failed) failed, \(run.failures.count) reasons" }
    for failure in run.failures {
      if failure.reason.isEmpty { return "a failure without a reason" }
      if failure.reason.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        return "a control character in “\(failure.reason)”"
      }
    }
    if tally.cancelled > 0 { return "\(tally.cancelled) cancelled" }
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder)
    // A run that wrote no files has removed its folder.
    if beside.isEmpty { return nil }
    let files = try FileManager.default.subpathsOfDirectory(atPath: out)
    for file in files where file.hasSuffix(".partial") && !file.hasPrefix(".Image ") { return "left \(file)" }
    return beside == ["out"] ? nil : "\(beside) beside the folder"
  }
}
