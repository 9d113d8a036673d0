import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import TestSupport
import Transport

@testable import Workloads

/// Settings of which a test changes a few.
protocol Settings { init() }

extension Settings {
  static func with(_ change: (inout Self) -> Void) -> Self {
    var settings = Self()
    change(&settings)
    return settings
  }
}

extension DownloadOptions: Settings {}
extension PhotoRunOptions: Settings {}

extension WorkloadRun {
  /// Starts it soon. What opens at its end.
  func begun() -> Gate {
    let (end, report) = (Gate(), onEnd)
    onEnd = {
      report()
      end.open()
    }
    engine.reportQueue.async { self.start() }
    return end
  }

  /// Starts it, and returns when that is done, which in the serial engine is when its first job has ended. What opens at its
  /// end.
  func started() async -> Gate {
    let end = begun()
    await withCheckedContinuation { go in engine.reportQueue.async { go.resume() } }
    return end
  }

  /// Starts it, and returns when it has ended.
  @discardableResult
  func finished() async -> Self {
    await begun().wait()
    return self
  }
}

/// A sample server, a folder, and runs of the main job between them.
final class PhotoBench: @unchecked Sendable {
  // Safe: used by one test at a time.
  let server: SampleServer
  private let place: Folder
  var folder: String { place.path }

  init() throws {
    server = try SampleServer.start()
    place = try Folder()
  }

  deinit { server.stop() }

  /// URLs of good sample photos.
  func someURLs(_ count: Int) async throws -> [String] {
    let transport = Transport(.patient)
    let reader = PhotoListReader(.url(server.url + "/photos.txt"), transport: transport)
    let entries = try await onThread { try reader.next(atMost: 1000) }
    let urls = entries.compactMap { entry -> String? in
      entry.flaw == nil && !SampleCatalog.broken.contains(entry.name) ? entry.url : nil
    }
    return Array(urls.prefix(count))
  }

  func run(
    _ name: EngineName, list: String, out: String = "out", options: PhotoRunOptions = PhotoRunOptions(),
    prepare: (PhotoRun) -> Void = { _ in }
  ) async throws -> PhotoRun {
    try await run(name, source: .url("\(server.url)/\(list)"), out: out, options: options, prepare: prepare)
  }

  func run(
    _ name: EngineName, entries: KeyValuePairs<String, String>, options: PhotoRunOptions = PhotoRunOptions(),
    prepare: (PhotoRun) -> Void = { _ in }, watcher: Watcher? = nil
  ) async throws -> PhotoRun {
    let path = "\(folder)/list.jsonl"
    let lines = try entries.map { try JSONEncoder().encode(["name": $0.key, "url": $0.value]) }
    try Data(lines.joined(separator: Data("\n".utf8))).write(to: URL(fileURLWithPath: path))
    return try await run(
      name, source: .file(path), out: "out", options: options, watcher: watcher, prepare: prepare)
  }

  private func run(
    _ name: EngineName, source: ListSource, out: String, options: PhotoRunOptions, watcher: Watcher? = nil,
    prepare: (PhotoRun) -> Void
  ) async throws -> PhotoRun {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: watcher)
    let run = PhotoRun(
      engine: engine, transport: Transport(.patient), list: source,
      output: try OutputFolder("\(folder)/\(out)"),
      options: options)
    prepare(run)
    return await run.finished()
  }

  /// What is in a folder: names, hidden ones too but for the journal of photos, and bytes.
  func files(_ name: String) throws -> [String: Data] {
    let path = "\(folder)/\(name)"
    return try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0 != ".photos.jsonl" }.map {
          ($0, try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")))
        })
  }

  /// The files of a folder and of folders in it that are not hidden, by their paths.
  func tree(_ name: String) throws -> [String: Data] {
    let root = "\(folder)/\(name)"
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) where !path.hasPrefix(".") {
      files[path] = FileManager.default.contents(atPath: "\(root)/\(path)")
    }
    return files
  }
}
