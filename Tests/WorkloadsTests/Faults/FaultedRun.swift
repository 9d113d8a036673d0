import Base
import Engine
import Engines
import Foundation
import Imaging
import PhotoLists
import TestSupport
import Transport

@testable import Workloads

enum FaultedWorkload: String, CaseIterable {
  case photos, thumbnails, poster, download, scroll

  /// The workloads that fill a folder.
  static let folders = [photos, thumbnails, download]
}

/// The result of a run.
struct FaultedRun: Sendable {
  var listed = 0
  var done = 0
  var reasons: [String] = []
  var error: String?
  /// The files and subfolders in the output folder.
  var files: [String] = []
}

/// Runs every workload in a temporary folder, with photos that exist and photos that can't be downloaded.
struct FaultBench {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(Self.photo(), to: "good.png")
  }

  /// Returns a small PNG.
  static func photo() throws -> [UInt8] {
    var picture = Picture(width: 8, height: 8, format: .rgb)
    picture.withUnsafeMutableBytes { for index in $0.indices { $0[index] = UInt8(index) } }
    return try encodePNG(picture)
  }

  /// Runs a workload with two good photos and one that can't be downloaded.
  ///
  /// - Parameter isList: Whether the list, instead of a photo, can't be downloaded.
  func run(_ workload: FaultedWorkload, _ name: EngineName, _ fault: FaultCase, isList: Bool) async throws
    -> FaultedRun
  {
    let out = "\(folder.path)/\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: out) }
    let entries = [("a", good), ("b", fault.url), ("c", good)]
    let source = isList ? ListSource.url(fault.url) : try list(workload, entries)
    return try await run(workload, name, source, fault.configuration, into: out)
  }

  func run(
    _ workload: FaultedWorkload, _ name: EngineName, _ source: ListSource,
    _ transfers: TransportSettings = .patient, into out: String,
    change: (inout RunPlan) -> Void = { _ in }
  ) async throws -> FaultedRun {
    let run = try make(workload, name, source, transfers, into: out, change: change)
    if let table = run as? PhotoTable { return try await scroll(table) }
    await run.finished()
    return FaultedRun(
      listed: (run as? PosterRun)?.wanted ?? run.tally.listed, done: run.tally.done,
      reasons: run.failures.map(\.reason), error: run.error.map { "\($0)" }, files: try files(out))
  }

  /// Creates a run without starting it.
  ///
  /// - Parameter change: Changes the plan of photos or downloads.
  func make(
    _ workload: FaultedWorkload, _ name: EngineName, _ source: ListSource,
    _ transfers: TransportSettings = .patient, into out: String, _ whenInUse: WhenInUse? = nil,
    change: (inout RunPlan) -> Void = { _ in }
  ) throws -> Run {
    let (engine, transport) = (name.makeEngine(reporting: .serial("reports")), Transport(transfers))
    switch workload {
    case .photos, .download:
      return PhotoRun(
        engine: engine, transport: transport, list: source, output: try OutputFolder(out, whenInUse),
        plan: (workload == .photos ? RunPlan.photos : .download)(change))
    case .thumbnails:
      return ThumbnailRun(
        engine: engine, transport: transport, list: source, output: try OutputFolder(out, whenInUse))
    case .poster:
      return PosterRun(
        engine: engine, transport: transport, list: source, output: try OutputFile(out + "/poster.png"),
        settings: .small(photos: 3, layers: 2))
    case .scroll:
      var settings = TableSettings()
      settings.transfers = transfers
      return try PhotoTable(engine: engine, source: source, settings: settings)
    }
  }

  /// Shows three rows, which all become visible together.
  private func scroll(_ table: PhotoTable) async throws -> FaultedRun {
    let look = { [unowned table] in
      if table.list != .loading, table.photos.allSatisfy({ !$0.needsWork }) { table.finish() }
    }
    table.onSettle = { _ in look() }
    table.onList = look
    let end = table.begun()
    table.engine.reportQueue.async { table.follow(.rested(0..<3), at: monotonicNanoseconds()) }
    await end.wait()
    var result = FaultedRun(listed: table.photos.count, files: try files(table.folder.output.path))
    for photo in table.photos {
      switch photo.state {
      case .filtered: result.done += 1
      case .failed: result.reasons.append(photo.error.map { "\($0)" } ?? "")
      default: break
      }
    }
    result.error = table.listError.map { "\($0)" }
    return result
  }

  var good: String { URL(fileURLWithPath: folder.path + "/good.png").absoluteString }

  func list(
    _ workload: FaultedWorkload, _ entries: [(name: String, url: String)], house: String = "house"
  ) throws -> ListSource {
    guard workload == .thumbnails else { return try folder.list(entries) }
    let monarchs = entries.map { ["name": $0.name, "thumbnail": $0.url] }
    let houses = [["house": house, "monarchs": monarchs] as [String: Any]]
    let name = "\(UUID()).json"
    try folder.write(JSONSerialization.data(withJSONObject: houses), to: name)
    return .file("\(folder.path)/\(name)")
  }

  func files(_ out: String) throws -> [String] {
    // A run that wrote no files has removed its folder.
    guard access(out, F_OK) == 0 else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: out).sorted()
  }
}

extension Outcome {
  var reason: String { error.map { "\($0)" } ?? "" }
}

/// A base class for tests of runs. Each test has its own folder.
class FaultBenchTests {
  let bench: FaultBench
  var out: String { bench.folder.path + "/out" }

  init() throws { bench = try FaultBench() }
}
