import Base
import Engine
import Engines
import Foundation
import Imaging
import PhotoLists
import TestSupport
import Transport

@testable import Workloads

/// A folder with small photos, lists of them, and posters made from them. It needs no server, because lists
/// that are files may contain file URLs.
final class PosterBench: @unchecked Sendable {
  // Sendable: used by one test at a time. Reports from runs are stored under a lock.
  private let place: Folder
  var folder: String { place.path }
  private let written = Locked<[(layers: Int, picture: Picture)]>([])
  private var recorder = Recorder()

  init() throws {
    place = try Folder()
    try place.makeFolder("out")
  }

  /// Returns the URL of a photo that differs from those with other numbers. Some photos are wide, some are
  /// tall, and some are partly transparent.
  func photo(_ number: Int) throws -> String {
    let (width, height) = number % 3 == 0 ? (40, 56) : (60, 40 + number % 5)
    var picture = Picture(width: width, height: height, format: number % 7 == 0 ? .rgba : .rgb)
    let channels = picture.format.bytesPerPixel
    picture.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        let (pixel, channel) = (index / channels, index % channels)
        bytes[index] = UInt8(truncatingIfNeeded: (number + 1) * (37 + 20 * channel) + pixel % width * 2)
      }
    }
    try place.write(encodePNG(picture), to: "photo \(number).png")
    return URL(fileURLWithPath: "\(folder)/photo \(number).png").absoluteString
  }

  func photos(_ count: Int) throws -> [String] { try (0..<count).map(photo) }

  /// Returns URLs that fail for different reasons.
  func failing() throws -> [String] {
    let letter = "\(folder)/letter.png"
    try place.write("Dear reader", to: "letter.png")
    return ["file://\(folder)/nothing.png", URL(fileURLWithPath: letter).absoluteString, "http://[hole/", ""]
  }

  func list(_ urls: [String]) throws -> ListSource {
    try place.list(urls.enumerated().map { ("\($0)", $1) })
  }

  func run(
    _ name: EngineName, _ list: ListSource, _ settings: PosterSettings, out: String = "poster.png",
    prepare: (PosterRun) -> Void = { _ in }
  ) async throws -> PosterRun {
    written.withLock { $0 = [] }
    recorder = Recorder()
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: recorder.watcher)
    let run = PosterRun(
      engine: engine, transport: Transport(.patient), list: list,
      output: try OutputFile("\(folder)/out/\(out)"), settings: settings)
    run.onLayer = { [written] layers, picture in written.withLock { $0.append((layers, picture)) } }
    prepare(run)
    return await run.finished()
  }

  /// Runs a poster and returns its pixels.
  func pixels(_ name: EngineName, _ list: ListSource, _ settings: PosterSettings) async throws -> [UInt8] {
    _ = try await run(name, list, settings)
    return try pixels()
  }

  func pixels() throws -> [UInt8] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/out/poster.png"))
    return try decode([UInt8](data)).withUnsafeBytes { Array($0) }
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted() }
  }

  /// The events of the last run's engine, in order.
  var trace: [TraceEvent] { recorder.events }

  /// The last run's poster after each layer.
  var layers: [(layers: Int, picture: Picture)] { written.withLock { $0 } }
}

extension PosterSettings {
  /// Returns settings that are small enough for a test.
  static func small(
    photos: Int = 24, layers: Int = 4, seed: UInt64 = 1, downloads: Int = 4, scalings: Int = 2
  ) -> PosterSettings {
    var settings = PosterSettings()
    (settings.width, settings.height) = (192, 120)
    (settings.photos, settings.layers, settings.seed) = (photos, layers, seed)
    (settings.downloads, settings.scalings) = (downloads, scalings)
    settings.compression = .fast
    return settings
  }
}
