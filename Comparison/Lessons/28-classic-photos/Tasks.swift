import LessonKit

/// A list of photos: each row is downloaded, then filtered. The
/// user scrolls from rows 0–2 to rows 2–4.
public func tasks(_ diary: Diary) async {
  let (server, done) = (PhotoServer(), Gate())
  let list = await PhotoList(diary, server, done)
  await list.loadImagesForOnscreenCells(0...2)
  await server.isAsked.opened()
  diary.suspended("slots")
  await list.slots.suspend()  // A finger drags,
  await transfer(milliseconds: 20)
  await list.loadImagesForOnscreenCells(2...4)  // and lets go.
  diary.resumed("slots")
  await list.slots.resume()
  server.mayReply.open()
  await done.opened()
}

@MainActor private final class PhotoList {
  let slots = Slots()
  /// One task does both steps of a row.
  private var inProgress: [Int: Task<Void, Never>] = [:]
  private var (downloaded, shown): (Set<Int>, Set<Int>) = ([], [])
  private var visible = 0...0
  private let (diary, server, done): (Diary, PhotoServer, Gate)

  init(_ diary: Diary, _ server: PhotoServer, _ done: Gate) {
    (self.diary, self.server, self.done) = (diary, server, done)
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    visible = rows
    let all = Set(inProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      inProgress.removeValue(forKey: row)?.cancel()
    }
    for row in rows where !all.contains(row) {
      inProgress[row] = Task { await load(row) }
    }
  }
  /// Between two `await`s this is on the main actor, where it
  /// may have been cancelled meanwhile.
  private func load(_ row: Int) async {
    if !downloaded.contains(row) {
      diary.submitted("download \(row)")
      await slots.take()
      if !Task.isCancelled { await download(row, diary, server) }
      await slots.give()
      if Task.isCancelled { return }
      downloaded.insert(row)
    }
    diary.submitted("filter \(row)")
    await filter(row, diary)
    if Task.isCancelled { return }
    inProgress[row] = nil
    diary.note("row \(row) is shown")
    shown.insert(row)
    if shown.isSuperset(of: visible) { done.open() }
  }
}

/// Off the main actor.
private func download(
  _ row: Int, _ diary: Diary, _ server: PhotoServer
) async {
  await diary.span("download \(row)") { await server.photo(row) }
}

private func filter(_ row: Int, _ diary: Diary) async {
  diary.span("filter \(row)") { compute(milliseconds: 20) }
}

/// What a queue would be: one at a time, and none while it is
/// suspended.
private actor Slots {
  private var (isFree, isSuspended) = (true, false)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func suspend() { isSuspended = true }
  func resume() {
    isSuspended = false
    wake()
  }
  func take() async {
    await withCheckedContinuation { task in
      waiting.append(task)
      wake()
    }
  }
  func give() {
    isFree = true
    wake()
  }
  private func wake() {
    guard isFree, !isSuspended, !waiting.isEmpty else { return }
    isFree = false
    waiting.removeFirst().resume()
  }
}
