import Base
import Engine
import Engines
import Foundation
import PhotoLists
import TestSupport
import Testing
import Transport

@testable import Workloads

@Suite("A list of very many entries")
struct LongListTests {
  #if DEBUG
    private static let count = 1_000
  #else
    private static let count = 100_000
  #endif

  @Test(
    "Every engine settles every entry of it, with no more in progress than was asked for",
    .timeLimit(.minutes(5)), arguments: EngineName.allCases)
  func settled(name: EngineName) async throws {
    let folder = try Folder()
    // Nothing is there, so that a job of each fails at once.
    let paths = (1...Self.count).map { "/nowhere/\($0).png" }
    try Data(paths.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.path + "/list.txt"))
    let engine = name.makeEngine(reporting: .serial("reports"))
    let run = PhotoRun(
      engine: engine, transport: Transport(.patient), list: .file(folder.path + "/list.txt"),
      output: try OutputFolder(folder.path + "/out"), options: PhotoRunOptions())
    let most = Locked(0)
    run.onSettle = { [unowned run] _, _ in
      most.withLock { $0 = max($0, run.pipeline.photosInProgress) }
    }
    await run.finished()
    #expect(run.error == nil)
    #expect(run.tally.listed == Self.count && run.tally.failed == Self.count)
    #expect(run.failures.map(\.position) == Array(1...Self.count))
    #expect(most.value <= PhotoRunOptions().ahead)
  }
}
