import Base
import Engine
import Engines
import Foundation
import Imaging
import PhotoLists
import SampleServer
import TestSupport
import Transport

@testable import Workloads

enum FaultedWorkload: String, CaseIterable {
  case photos, thumbnails, poster, download, scroll
}

/// What a run came to.
struct FaultedRun: Sendable {
  var listed = 0
  var done = 0
  var reasons: [String] = []
  var error: String?
  /// What is in the folder, and in folders of it.
  var files: [String] = []
}

/// Runs of every workload in a folder, over two photos of it and one that cannot be had.
struct FaultBench {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try Data(Self.photo()).write(to: URL(fileURLWithPath: folder.path + "/good.png"))
  }

  /// A small PNG.
  static func photo() throws -> [UInt8] {
    var picture = Picture(width: 8, height: 8, format: .rgb)
    picture.withUnsafeMutableBytes { for index in $0.indices { $0[index] = UInt8(index) } }
    return try encodePNG(picture)
  }

  /// - Parameter isList: whether it is the list that cannot be had.
  func run(_ workload: FaultedWorkload, _ name: EngineName, _ fault: FaultCase, isList: Bool) async throws
    -> FaultedRun
  {
    let out = "\(folder.path)/\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: out) }
    let entries = [("a", good), ("b", fault.url), ("c", good)]
    let source = isList ? ListSource.url(fault.url) : .file(try list(workload, entries))
    return try await run(workload, name, source, fault.configuration, into: out)
  }

  /// Over three good photos.
  func run(_ workload: FaultedWorkload, _ name: EngineName, into out: String) async throws -> FaultedRun {
    let entries = [("a", good), ("b", good), ("c", good)]
    return try await run(workload, name, .file(try list(workload, entries)), .patient, into: out)
  }

  /// Over a good photo under each of some names, the first of which is the house's, too; downloads go under these names.
  func run(_ workload: FaultedWorkload, named names: [String], into out: String) async throws -> FaultedRun {
    let list = try list(workload, names.map { ($0, good) }, house: names[0])
    let part = ListPart(name: try NameTemplate("{name}.{ext}"))
    return try await run(workload, .gcd, .file(list), .patient, into: out, .with { $0.part = part })
  }

  func run(
    _ workload: FaultedWorkload, _ name: EngineName, _ source: ListSource,
    _ transfers: TransportConfiguration,
    into out: String, _ downloadOptions: DownloadOptions = DownloadOptions()
  ) async throws -> FaultedRun {
    let engine = name.makeEngine(reporting: .serial("reports"))
    let transport = Transport(transfers)
    let run: WorkloadRun
    switch workload {
    case .photos:
      run = PhotoRun(
        engine: engine, transport: transport, list: source, output: try OutputFolder(out),
        options: PhotoRunOptions())
    case .thumbnails:
      run = ThumbnailRun(
        engine: engine, transport: transport, list: source, output: try OutputFolder(out))
    case .poster:
      run = PosterRun(
        engine: engine, transport: transport, list: source, output: try OutputFile(out + "/poster.png"),
        options: .small(photos: 3, layers: 2))
    case .download:
      run = DownloadRun(
        engine: engine, transport: transport, list: source, output: try OutputFolder(out),
        options: downloadOptions)
    case .scroll:
      return try await scroll(engine, transfers, source)
    }
    await run.finished()
    return FaultedRun(
      listed: (run as? PosterRun)?.wanted ?? run.tally.listed, done: run.tally.done,
      reasons: run.failures.map(\.reason),
      error: run.error.map { "\($0)" }, files: try files(out))
  }

  /// Three rows that come into sight at once.
  private func scroll(
    _ engine: any JobEngine, _ transfers: TransportConfiguration, _ source: ListSource
  ) async throws -> FaultedRun {
    var options = TableOptions()
    options.transfers = transfers
    let table = try PhotoTable(engine: engine, source: source, options: options)
    let look = { [unowned table] in
      if table.list != .loading, table.photos.allSatisfy({ !$0.needsWork }) { table.finish() }
    }
    table.onSettle = { _ in look() }
    table.onList = look
    await withCheckedContinuation { go in
      table.onEnd = { go.resume() }
      engine.reportQueue.async {
        table.start()
        table.follow(.rested(0..<3), at: monotonicNanoseconds())
      }
    }
    var result = FaultedRun(listed: table.photos.count, files: try files(table.folder.output.path))
    for photo in table.photos {
      switch photo.state {
      case .filtered: result.done += 1
      case .failed(let reason): result.reasons.append(reason)
      default: break
      }
    }
    if case .failed(let reason) = table.list { result.error = reason }
    return result
  }

  var good: String { URL(fileURLWithPath: folder.path + "/good.png").absoluteString }

  private func list(
    _ workload: FaultedWorkload, _ entries: [(name: String, url: String)], house: String = "house"
  ) throws -> String {
    let data: Data
    if workload == .thumbnails {
      let monarchs = entries.map { ["name": $0.name, "thumbnail": $0.url] }
      data = try JSONSerialization.data(withJSONObject: [
        ["house": house, "monarchs": monarchs] as [String: Any]
      ])
    } else {
      data = try JSONSerialization.data(withJSONObject: entries.map { ["name": $0.name, "url": $0.url] })
    }
    let path = "\(folder.path)/\(UUID()).json"
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func files(_ out: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: out).sorted()
  }
}
