import Base
import Foundation
import Imaging
import Workloads

/// Records the first page of a gallery: its updates, its scroll positions, and small copies of its pictures. With a
/// script, the recorder acts as the page, without a browser. It scrolls according to the script, and ends when all
/// visible rows have been shown.
///
/// All members may be used from any thread.
public final class PageRecorder: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = Lock()
  private let script: (script: ScrollScript, rows: Int)?
  private let onEnd: @Sendable () -> Void
  private var session: PageSession?
  private var recording = PageRecording(tables: [])
  private var start: UInt64 = 0
  private var player: ScrollPlayer?
  /// The number of updates since the script's last event, or nil before it.
  private var ticksAtEnd: Int?
  /// Tracks the requests for names and pictures that are still pending.
  private let asked = DispatchGroup()

  /// The maximum numbers of updates and pictures, which limit the recording to a few MB. Later ones are left out.
  private static let (mostMoments, mostPictures) = (10_000, 2_000)
  /// The longer side of a picture in pixels, and its JPEG quality.
  private static let (side, quality) = (64, 50)
  /// The number of updates until the figures reflect the last event.
  private static let lastTicks = 10

  /// Creates a recorder, with or without a script.
  /// - Parameters:
  ///   - script: The script to play and the number of visible rows, or nil if a browser shows the page.
  ///   - onEnd: Called once, when everything in the script has been shown.
  public init(script: (script: ScrollScript, rows: Int)? = nil, onEnd: @escaping @Sendable () -> Void = {}) {
    self.script = script
    self.onEnd = onEnd
  }

  /// Whether the recorder acts as the page, without a browser.
  var isPage: Bool { script != nil }

  func begin(_ session: PageSession) {
    lock.withLock {
      self.session = session
      recording = PageRecording(tables: session.tables.map(\.name))
      start = monotonicNanoseconds()
    }
  }

  // MARK: Events

  func note(_ update: PageUpdate) {
    for (name, table) in update.tables {
      for row in table.rows ?? [] where row.image > 0 { keepPicture(row, of: name) }
    }
    if !update.isEmpty { add { $0.update = update } }
    advance()
  }

  func note(_ event: ScrollEvent.Kind) {
    guard let rows = event.rows else { return }
    add { $0.rows = [rows.lowerBound, rows.upperBound] }
    guard let table = lock.withLock({ session?.tables.first }) else { return }
    asked.enter()
    table.names(rows) { [self] names in
      lock.withLock { for (row, name) in zip(rows, names) { recording.names[row] = name } }
      asked.leave()
    }
  }

  private func add(_ fill: (inout PageRecording.Moment) -> Void) {
    lock.withLock {
      guard recording.moments.count < Self.mostMoments else { return }
      var moment = PageRecording.Moment(at: Int((monotonicNanoseconds() - start) / 1_000_000))
      fill(&moment)
      recording.moments.append(moment)
    }
  }

  /// Keeps the picture of a row. It comes from the first table that has it, because all tables show the same
  /// pictures.
  private func keepPicture(_ message: RowMessage, of name: String) {
    let key = "\(message.row)/\(message.image)"
    let table = lock.withLock { () -> TableFront? in
      guard recording.pictures[key] == nil, recording.pictures.count < Self.mostPictures else { return nil }
      recording.pictures[key] = ""
      return session?.table(name)
    }
    guard let table else { return }
    asked.enter()
    table.image(message.row, original: message.image == 1) { [self] file in
      let small = file.flatMap { Self.small($0.bytes) }
      lock.withLock { recording.pictures[key] = small }
      asked.leave()
    }
  }

  private static func small(_ bytes: [UInt8]) -> String? {
    let format = PictureFormat.jpeg(quality: quality)
    var file = Data()
    guard let picture = try? decode(bytes, size: Box(square: side).fitted),
      (try? encode(picture, as: format) { file.append(contentsOf: $0) }) != nil
    else { return nil }
    return "data:\(format.mediaType);base64,\(file.base64EncodedString())"
  }

  // MARK: The script

  /// Starts the script when every table has its list, and ends it when all visible rows have been shown.
  private func advance() {
    guard let script else { return }
    let hasEnded = lock.withLock {
      guard let session else { return false }
      let tables = session.tables.map(\.known)
      if player == nil, tables.allSatisfy({ $0.map { $0.list.state != "loading" } ?? false }) {
        let count = tables.compactMap { $0?.count }.min() ?? 0
        let player = ScrollPlayer { event in session.scroll(event) }
        self.player = player
        player.play(script.script.events(rows: script.rows, count: count)) { [self] in
          lock.withLock { ticksAtEnd = 0 }
        }
      } else if let ticks = ticksAtEnd {
        ticksAtEnd = ticks + 1
        guard ticks >= Self.lastTicks, tables.allSatisfy({ $0?.strip.isIdle == true }) else { return false }
        ticksAtEnd = nil
        return true
      }
      return false
    }
    if hasEnded { onEnd() }
  }

  // MARK: The result

  /// Stops the script, if it hasn't ended.
  public func stop() { lock.withLock { player }?.stop() }

  /// Returns the recording as JSON, its duration in seconds, and its number of photos. Blocks until the last picture
  /// has arrived.
  public func result() -> (json: Data, seconds: Double, photos: Int) {
    asked.wait()
    return lock.withLock {
      // Breaks the retain cycle between session and recorder.
      session = nil
      // A picture that couldn't be decoded is treated like any missing picture.
      recording.pictures = recording.pictures.filter { !$0.value.isEmpty }
      let photos = Set(recording.pictures.keys.compactMap { $0.split(separator: "/").first }).count
      let seconds = Double(recording.moments.last?.at ?? 0) / 1000
      return (Data((recording.json + "\n").utf8), seconds, photos)
    }
  }
}

extension ScrollEvent.Kind {
  /// The visible rows during a scroll or at its end.
  fileprivate var rows: Range<Int>? {
    switch self {
    case .moved(let rows), .rested(let rows): rows
    case .began, .memoryWarning: nil
    }
  }
}

extension Strip {
  /// Whether nothing is in progress.
  fileprivate var isIdle: Bool {
    running == 0 && waiting == 0 && stalled == 0 && !shown.isWaiting && !sepia.isWaiting
  }
}
