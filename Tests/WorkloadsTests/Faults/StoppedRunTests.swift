import Engines
import Foundation
import Imaging
import SampleServer
import Testing

@testable import Workloads

@Suite("A run that cannot go on")
final class StoppedRunTests: FaultBenchTests {
  /// The workloads that write into a given folder. A table has its own folder, and is closed; see
  /// `PhotoTableTests`.
  private static let lists = FaultedWorkload.allCases.filter { $0 != .scroll }

  /// Creates a run with two good photos and another one between them. A poster draws that one in its second
  /// layer.
  private func run(_ workload: FaultedWorkload, _ name: EngineName, second: String? = nil) throws -> Run {
    var entries = [("a", bench.good), ("b", second ?? bench.good), ("c", bench.good)]
    if workload == .poster { entries.swapAt(1, 2) }
    return try bench.make(workload, name, bench.list(workload, entries), into: out)
  }

  @Test("Cancelled before it began, it ends with nothing done", arguments: lists, EngineName.allCases)
  func cancelledBefore(workload: FaultedWorkload, name: EngineName) async throws {
    let run = try run(workload, name)
    run.cancel()
    await run.finished()
    #expect(run.isCancelled && run.error == nil)
    #expect(run.tally.listed == 0 && run.tally.settled == 0)
  }

  @Test(
    "Cancelled while a photo never comes, it ends with whole files only, whatever was in flight",
    arguments: lists, EngineName.allCases)
  func cancelled(workload: FaultedWorkload, name: EngineName) async throws {
    let server = try SampleServer()
    defer { server.stop() }
    let run = try run(workload, name, second: server.url + "/monarchs/stephen.png?fail=stall")
    server.handler = { _ in
      // Like an interrupt, the cancellation comes from another thread. The serial engine's own thread is
      // blocked.
      Thread.detachNewThread { run.cancel() }
      return nil
    }
    await run.finished()
    #expect(run.isCancelled && run.error == nil)
    #expect(run.tally.cancelled >= 1 && run.tally.failed == 0)
    // A poster counts photos once their layer has begun. The cancellation may come before the third has been handed out.
    if workload != .poster { #expect(run.tally.listed >= 2 && run.tally.settled == run.tally.listed) }
    if let thumbnails = run as? ThumbnailRun { #expect(!thumbnails.isLoading) }

    let files = try bench.files(out).filter { !$0.hasSuffix(".jsonl") && $0 != "house" }
    let photos = files.filter { $0.hasSuffix(".png") }
    for photo in photos { _ = try decode(Array(Data(contentsOf: URL(fileURLWithPath: "\(out)/\(photo)")))) }
    #expect(photos.count == (run as? PosterRun).map { min($0.layersWritten, 1) } ?? run.tally.done)
    // The next batch resumes this batch's partial file.
    #expect(Set(files).subtracting(photos).isSubset(of: workload == .download ? [".Image 2.partial"] : []))
  }

  @Test(
    "Where its folder is gone, it ends with the reason, which is told once and not for each photo",
    arguments: lists, EngineName.allCases)
  func cannotWrite(workload: FaultedWorkload, name: EngineName) async throws {
    let run = try run(workload, name)
    run.onJobs = { [out] _, _, _ in try? FileManager.default.removeItem(atPath: out) }
    await run.finished()
    let reason = "\(try #require(run.error))"
    #expect(reason.hasPrefix("cannot write “\(out)/"), "\(reason)")
    #expect(run.failures.isEmpty)
    #expect(((run as? PosterRun)?.layersWritten ?? run.tally.done) == 0)
  }
}
