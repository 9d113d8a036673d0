import LessonKit

/// A test of something that makes tasks: nothing runs before
/// the test wants it, and the test never sleeps.
@MainActor private func testAlbum() async {
  // There is no queue to hold back, so the work waits for
  // something from outside: here a gate, in an app the network.
  let gate = Gate()
  let album = Album { await gate.opened() }

  await album.filter("oak")
  await album.filter("sea")
  show("\(await album.waiting) wait")

  gate.open()
  await album.finished()
  show("\(await album.waiting) wait")
}

private actor Album {
  private let download: @Sendable () async -> Void
  private var last: Task<Void, Never>?
  private(set) var waiting = 0

  init(
    _ download: @escaping @Sendable () async -> Void
  ) {
    self.download = download
  }
  func filter(_ photo: String) {
    waiting += 1
    diary.submitted("filter \(photo)")
    last = Task { [last] in
      await last?.value
      await download()
      diary.span("filter \(photo)") { show("on no queue") }
      waiting -= 1
    }
  }
  /// Lets a test await the last task.
  func finished() async { await last?.value }
}

// Only for running and checking it here.
@MainActor public func tasks() async { await testAlbum() }
// computes: filter oak; filter sea
// order: filter oak < filter sea
