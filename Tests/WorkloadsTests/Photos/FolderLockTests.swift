import Engines
import Foundation
import TestSupport
import Testing

@testable import Workloads

/// A lock like that of a run in another process. It belongs to an open file rather than to a process, so it also
/// excludes the runs of this process.
struct OtherRun {
  private let file: Int32

  init(in folder: String, part: Shard? = nil) throws {
    file = try openPlain(OutputFolder(folder).file(".pipeline.lock"), O_RDWR | O_CREAT)
    #if canImport(Darwin)
      let setLock: Int32 = 90
    #else
      let setLock: Int32 = 37
    #endif
    // F_OFD_SETLK, which Swift doesn't import.
    var bytes = FolderLock.bytes(of: part)
    try #require(fcntl(file, setLock, &bytes) == 0)
  }

  func end() { close(file) }
}

@Suite("A folder that another run is using", .serialized)
final class FolderLockTests: PhotoBenchTests {
  @Test(
    "Parts of one division run side by side, and everything else is refused",
    arguments: [
      (nil, nil, false), (nil, "1/2", false), ("1/2", nil, false), ("1/2", "1/2", false),
      ("1/2", "2/2", true), ("1/2", "1/3", false), ("3/3", "1/2", false), ("1/1", "1/2", false),
      ("1000000/1000000", "1/1000000", true), ("999999/999999", "1000000/1000000", false),
    ])
  func parts(held: String?, wanted: String?, isFree: Bool) throws {
    let other = try OtherRun(in: out, part: held.flatMap { Shard($0) })
    let folder = try OutputFolder(out)
    let part = wanted.flatMap { Shard($0) }
    if isFree {
      try FolderLock(folder, part: part).close()
    } else {
      let error = #expect(throws: OutputError.self) { try FolderLock(folder, part: part) }
      #expect(error?.description.hasPrefix("another run is writing into “\(out)”") == true)
    }
    other.end()
    try FolderLock(folder, part: part).close()
  }

  @Test("The lock's file is removed by the last run in the folder")
  func lastRun() throws {
    let folder = try OutputFolder(out)
    try FolderLock(folder).close()
    #expect(names(in: out).filter { $0.hasSuffix(".lock") }.isEmpty)
    let other = try OtherRun(in: out, part: Shard("1/2"))
    defer { other.end() }
    try FolderLock(folder, part: Shard("2/2")).close()
    #expect(names(in: out).contains(".pipeline.lock"))
  }

  @Test("A run is refused, or waits for the other while that is wanted", arguments: FaultedWorkload.folders)
  func waits(workload: FaultedWorkload) async throws {
    let runs = try FaultBench()
    let list = try runs.list(workload, [("a", bench.photos(1)[0])])
    let other = try OtherRun(in: out)
    let refused = try await runs.make(workload, .gcd, list, into: out).finished()
    #expect("\(try #require(refused.error))".contains("another run"))
    #expect(refused.tally.listed == 0 && refused.tally.settled == 0)
    for whenInUse in WhenInUse.allCases {
      let given = try runs.make(workload, .gcd, list, into: out, whenInUse)
      let end = await given.started()
      given.cancel()
      await end.wait()
      #expect(given.isCancelled && given.error == nil)
    }
    let wanted = try runs.make(workload, .gcd, list, into: out, .wait)
    let done = await wanted.started()
    other.end()
    await done.wait()
    #expect(wanted.error == nil && wanted.tally.done == 1)
  }
}
