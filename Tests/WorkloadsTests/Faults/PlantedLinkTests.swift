import Engines
import Foundation
import TestSupport
import Testing

@testable import Workloads

/// Tests with symbolic links that someone else has put into the output folder, one at a time, under every
/// predictable name.
@Suite("A link in the place of a file or folder is not written through, and fails no other photo")
final class PlantedLinkTests: FaultBenchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let workload: FaultedWorkload
    /// The name of the link.
    let name: String
    /// The reason given for each photo that fails, or nil if the link is replaced or left alone.
    var reason: String?
    /// The number of photos that fail.
    var failed = 0
    /// A line for a journal. The journal gets so many outdated lines that it is rewritten when it is opened.
    var line: String?

    var testDescription: String { "\(workload): \(name)" }
  }

  private static let foreign = "exists, but no"
  private static let photo = #"{"bytes": 1, "file": "z.png", "source": 1}"#
  private static let image = #"{"isWhole": false, "position": 9, "address": 1}"#

  private static let files = [
    Case(workload: .photos, name: Journal.name),
    Case(workload: .photos, name: ".photos.jsonl"),
    Case(workload: .photos, name: Journal.name + ".new", line: photo),
    Case(workload: .photos, name: ".pipeline.lock"),
    Case(workload: .photos, name: ".b.png.4711-815.partial"),
    Case(workload: .photos, name: "b.png", reason: foreign, failed: 1),
    Case(workload: .thumbnails, name: "house/b.png", reason: foreign, failed: 1),
    Case(workload: .poster, name: ".poster.png.4711-815.partial"),
    Case(workload: .download, name: Journal.name),
    Case(workload: .download, name: ".download.jsonl"),
    Case(workload: .download, name: Journal.name + ".new", line: image),
    Case(workload: .download, name: ".Image 2.partial"),
    Case(workload: .download, name: "Image 2.png", reason: foreign, failed: 1),
  ]

  private static let noFolder = "is not a folder; remove it, or choose another folder"
  private static let folders = [
    Case(workload: .thumbnails, name: "house", reason: noFolder, failed: 3),
    Case(
      workload: .download, name: String(FileNames.fannedOut("Image 1").prefix(2)), reason: noFolder, failed: 1
    ),
  ]

  private var outside: String { bench.folder.path + "/outside" }

  private func plant(_ planted: Case) throws {
    let link = "\(out)/\(planted.name)"
    let place = URL(fileURLWithPath: link).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside)
    guard let line = planted.line else { return }
    try bench.folder.write(String(repeating: line + "\n", count: 5), to: "out/\(Journal.name)")
  }

  private func expect(_ planted: Case, failed: Int, fansOut: Bool = false) async throws {
    let list = try bench.list(planted.workload, ["a", "b", "c"].map { ($0, bench.good) })
    let part = ListPart(isNumbered: true, fansOut: fansOut)
    let run = try await bench.run(planted.workload, .gcd, list, into: out) {
      if planted.workload == .download { $0.part = part }
    }
    #expect(run.error == nil)
    #expect(run.listed == 3 && run.done == 3 - failed && run.reasons.count == failed, "\(run)")
    for reason in run.reasons { #expect(planted.reason.map(reason.contains) == true, "\(reason)") }
    if planted.line != nil {
      let lines = try bench.folder.text("out/\(Journal.name)").split(separator: "\n")
      #expect(lines.count == 4, "it was rewritten, and three lines were added")
    }
  }

  @Test("One that leads to a file, or to a place where nothing is", arguments: files, [true, false])
  func file(planted: Case, exists: Bool) async throws {
    let precious = exists ? Data("precious".utf8) : nil
    try precious?.write(to: URL(fileURLWithPath: outside))
    try plant(planted)
    // Photos and thumbnails replace a dangling link, because nothing can be lost.
    let isReplaced = planted.workload != .download && !exists
    try await expect(planted, failed: isReplaced ? 0 : planted.failed)
    #expect(FileManager.default.contents(atPath: outside) == precious)
  }

  @Test("One that leads to a folder", arguments: folders)
  func folder(planted: Case) async throws {
    try bench.folder.makeFolder("outside")
    try plant(planted)
    try await expect(planted, failed: planted.failed, fansOut: true)
    #expect(try bench.folder.names("outside").isEmpty)
  }
}
