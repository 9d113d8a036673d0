import LessonKit

/// A list that is scrolled from rows 0–2 to rows 2 and 3.
public func tasks(_ diary: Diary) async {
  let (server, screen) = (PhotoServer(), Screen(diary))
  let list = await PhotoList(diary, server, screen)
  await list.loadImagesForOnscreenCells(0...2)
  await server.isAsked.opened()
  diary.suspended("slots")
  await list.slots.suspend()  // A finger drags,
  await transfer(milliseconds: 20)
  await list.loadImagesForOnscreenCells(2...3)  // and lets go.
  diary.resumed("slots")
  await list.slots.resume()
  server.mayReply.open()
  await screen.isComplete.opened()
}

@MainActor private final class PhotoList {
  let slots = Slots()
  /// One task does both steps of a row.
  var inProgress: [Int: Task<Void, Never>] = [:]
  var downloaded: Set<Int> = []
  let (diary, server, screen): (Diary, PhotoServer, Screen)

  init(_ diary: Diary, _ server: PhotoServer, _ screen: Screen) {
    (self.diary, self.server, self.screen) = (diary, server, screen)
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    screen.scroll(to: rows)
    let all = Set(inProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      inProgress.removeValue(forKey: row)?.cancel()
    }
    for row in rows where !all.contains(row) {
      inProgress[row] = Task { await load(row) }
    }
  }
  /// On the main actor; cancelled, perhaps, at every `await`.
  func load(_ row: Int) async {
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
    screen.show(row)
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

/// A queue, in effect: one at a time, none while suspended.
private actor Slots {
  var (isFree, isSuspended) = (true, false)
  var waiting: [CheckedContinuation<Void, Never>] = []

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
  func wake() {
    guard isFree, !isSuspended, !waiting.isEmpty else { return }
    isFree = false
    waiting.removeFirst().resume()
  }
}
