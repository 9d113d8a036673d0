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

extension RunPlan {
  static var photos: Self { Self() }

  /// Returns this plan with a few settings changed, as in `.download { $0.force = true }`.
  func callAsFunction(_ change: (inout Self) -> Void) -> Self {
    var plan = self
    change(&plan)
    return plan
  }
}

extension Run {
  /// Starts the run soon, and returns a gate that opens when it ends.
  func begun() -> Gate {
    let (end, report) = (Gate(), onEnd)
    onEnd = {
      report()
      end.open()
    }
    engine.reportQueue.async { self.start() }
    return end
  }

  /// Starts the run, and returns a gate that opens when the run ends. Starting has finished when this
  /// returns. With the serial engine, that means that the first job has ended.
  func started() async -> Gate {
    let end = begun()
    await withCheckedContinuation { go in engine.reportQueue.async { go.resume() } }
    return end
  }

  /// Starts the run, and returns when it has ended.
  @discardableResult
  func finished() async -> Self {
    await begun().wait()
    return self
  }
}

extension Picture {
  /// Returns a picture of random bytes, which hardly compresses.
  static func noise(width: Int, height: Int) -> Picture {
    var (picture, random) = (Picture(width: width, height: height, format: .rgb), SplitMix(seed: 7))
    picture.withUnsafeMutableBytes { bytes in
      for place in stride(from: 0, through: bytes.count - 8, by: 8) {
        bytes.storeBytes(of: random.next(), toByteOffset: place, as: UInt64.self)
      }
    }
    return picture
  }
}

extension Folder {
  /// Writes a list of these photos into a file in the folder.
  func list(_ entries: [(name: String, url: String)]) throws -> ListSource {
    let name = "\(UUID()).json"
    let photos = entries.map { ["name": $0.name, "url": $0.url] }
    try write(String(decoding: JSONEncoder().encode(photos), as: UTF8.self), to: name)
    return .file("\(path)/\(name)")
  }
}

/// A sample server and a folder, with photo runs that use them.
final class PhotoBench: @unchecked Sendable {
  // Sendable: used by one test at a time.
  let server: SampleServer
  let place: Folder
  var folder: String { place.path }

  init() throws {
    server = try SampleServer()
    place = try Folder()
  }

  deinit { server.stop() }

  /// Returns URLs of good sample photos.
  func photos(_ count: Int) -> [String] {
    SampleCatalog.photos.prefix(count).map { server.url + $0.path }
  }

  func run(
    _ name: EngineName, _ entries: KeyValuePairs<String, String>, settings: RunPlan = RunPlan(),
    prepare: (PhotoRun) -> Void = { _ in }
  ) async throws -> PhotoRun {
    let list = try place.list(entries.map { ($0.key, $0.value) })
    return try await run(name, list, settings: settings, prepare: prepare)
  }

  func run(
    _ name: EngineName, _ list: ListSource, out: String = "out", settings: RunPlan,
    prepare: (PhotoRun) -> Void = { _ in }, watcher: Watcher? = nil
  ) async throws -> PhotoRun {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: watcher)
    let run = PhotoRun(
      engine: engine, transport: Transport(.patient), list: list,
      output: try OutputFolder("\(folder)/\(out)"), plan: settings)
    prepare(run)
    return await run.finished()
  }

  /// Returns the files in a folder and its subfolders by path, including hidden ones, except for the
  /// journal.
  func files(_ name: String) throws -> [String: Data] {
    let root = "\(folder)/\(name)"
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) where path != Journal.name {
      files[path] = FileManager.default.contents(atPath: "\(root)/\(path)")
    }
    return files
  }

  /// Returns the files that aren't hidden.
  func tree(_ name: String) throws -> [String: Data] { try files(name).filter { !$0.key.hasPrefix(".") } }
}

/// A base class for tests of runs. Each test has its own bench.
class PhotoBenchTests {
  let bench: PhotoBench
  var out: String { bench.folder + "/out" }

  init() throws { bench = try PhotoBench() }
}
