import LessonKit

/// A list that is scrolled from rows 0–2 to rows 2 and 3.
@MainActor public func tasks() async {
  let server = PhotoServer()
  let screen = Screen()
  let list = PhotoList(server, screen)
  list.loadImagesForOnscreenCells(0...2)
  await server.isAsked.opened()
  await list.suspendAll(true)  // A finger drags,
  await transfer(milliseconds: 20)
  list.loadImagesForOnscreenCells(2...3)  // and lets go.
  await list.suspendAll(false)
  server.mayReply.open()
  await screen.isComplete.opened()
  // Both rows are filtered: there is nothing left to do.
  list.loadImagesForOnscreenCells(2...3)
}

/// A photo in none of these states is new.
nonisolated private enum PhotoState { case downloaded, filtered }

@MainActor private final class PhotoList {
  let downloads = Slots()
  let filters = Slots()
  /// One task does both steps of a row.
  var inProgress: [Int: Task<Void, Never>] = [:]
  var states: [Int: PhotoState] = [:]
  let server: PhotoServer
  let screen: Screen

  init(_ server: PhotoServer, _ screen: Screen) {
    self.server = server
    self.screen = screen
  }
  func suspendAll(_ isSuspended: Bool) async {
    diary.suspended("list", isSuspended)
    await downloads.suspend(isSuspended)
    await filters.suspend(isSuspended)
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    screen.scroll(to: rows)
    let all = Set(inProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      inProgress.removeValue(forKey: row)?.cancel()
    }
    for row in rows
    where !all.contains(row) && states[row] != .filtered {
      inProgress[row] = Task { await load(row) }
    }
  }
  /// Loads a row. It may have been cancelled after any `await`.
  func load(_ row: Int) async {
    if states[row] == nil {
      diary.submitted("download \(row)")
      await downloads.run { [server] in
        await diary.span("download \(row)") { await server.photo(row) }
      }
      if Task.isCancelled { return }
      states[row] = .downloaded
    }
    diary.submitted("filter \(row)")
    await filters.run {
      compute("filter \(row)", milliseconds: 20)
    }
    if Task.isCancelled { return }
    states[row] = .filtered
    inProgress[row] = nil
    screen.fill(row)
  }
}

/// A queue of width one, which runs none while suspended.
private actor Slots {
  var isFree = true
  var isSuspended = false
  var last = 0
  var waiting: [(ticket: Int, task: CheckedContinuation<Bool, Never>)] = []

  func suspend(_ isSuspended: Bool) {
    self.isSuspended = isSuspended
    wake()
  }
  func run(_ body: @Sendable () async -> Void) async {
    last += 1
    let ticket = last
    let hasSlot = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        waiting.append((ticket, task))
        Task.isCancelled ? drop(ticket) : wake()
      }
    } onCancel: {
      Task { await drop(ticket) }
    }
    guard hasSlot else { return }
    if !Task.isCancelled { await body() }
    isFree = true
    wake()
  }
  /// Ends a cancelled row's wait, even while suspended.
  func drop(_ ticket: Int) {
    let index = waiting.firstIndex { $0.ticket == ticket }
    guard let index else { return }
    waiting.remove(at: index).task.resume(returning: false)
  }
  func wake() {
    guard isFree, !isSuspended, !waiting.isEmpty else { return }
    isFree = false
    waiting.removeFirst().task.resume(returning: true)
  }
}
