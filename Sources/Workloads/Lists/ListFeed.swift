import Engine
import Transport

/// Reads a list by jobs, a page each time that there is room, so that neither a long list nor a slow one holds a
/// thread or memory.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
final class ListFeed: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.

  /// Where the list is read.
  let queue: JobQueue
  private(set) var isReading = false
  /// How many entries the list has; nil until it was read to its end.
  private(set) var total: Int?

  var onEntries: ([PhotoEntry]) -> Void = { _ in }
  /// A page was read, or could not be: why the list cannot be read on, if so.
  var onEnd: ((any Error)?) -> Void = { _ in }

  private let engine: any Engine
  private let list: PhotoListReader
  private let ahead: Int
  private var given = 0

  /// Called from any thread.
  /// - Parameter ahead: how many entries may be under way.
  init(engine: any Engine, list: ListSource, transport: Transport, ahead: Int) {
    self.engine = engine
    self.list = PhotoListReader(list, transport: transport)
    self.ahead = ahead
    queue = engine.makeQueue("list", width: 1)
  }

  /// Reads on if there is room for a page, and nothing is being read.
  func readOn(underWay: Int) {
    let room = ahead - underWay
    // A page is a quarter at least, as each costs a job.
    guard !isReading, total == nil, room >= max(1, ahead / 4) else { return }
    isReading = true
    let page = Page()
    let job = engine.makeJob("list") { [list] _ in page.entries = try list.next(atMost: room) }
    job.whenEnded { [self] end in
      var problem: (any Error)?
      if case .failed(let error) = end { problem = error }
      if end.isFinished {
        given += page.entries.count
        if page.entries.isEmpty { total = given }
        onEntries(page.entries)
      }
      // Not before: an entry that settles at once would ask for a page while this one is still being taken.
      isReading = false
      onEnd(problem)
    }
    do { try queue.add(job) } catch { preconditionFailure("a new job on the engine's own queue: \(error)") }
  }

  /// Stops a job that waits for the list to arrive. Called from any thread.
  func stop() { list.cancel() }
}

extension ListSource {
  /// Only a list that is a file of this machine may name others.
  var isFile: Bool { if case .file = self { true } else { false } }
}

/// What a list job read.
private final class Page: @unchecked Sendable {
  // Safe: written by the job's body, read after its end was reported.
  var entries: [PhotoEntry] = []
}
