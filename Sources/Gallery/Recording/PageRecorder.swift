import Base
import Foundation
import Imaging
import Workloads

/// Records the first page of a gallery: what it receives, where it is scrolled to, and small copies of its pictures. With a
/// script, it is that page itself, without a browser: it scrolls as the script says, and ends when all in sight is there.
///
/// May be used from any thread.
public final class PageRecorder: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  private let lock = Lock()
  private let script: (script: ScrollScript, rows: Int)?
  private let onEnd: @Sendable () -> Void
  private var session: PageSession?
  private var recording = PageRecording(tables: [])
  private var start: UInt64 = 0
  private var player: ScrollPlayer?
  /// Since the script's last event; nil before.
  private var ticksAtEnd: Int?
  /// Names and pictures that are on their way.
  private let asked = DispatchGroup()

  /// Updates and pictures that fit into a page of a few MB; later ones are left out.
  private static let (mostMoments, mostPictures) = (10_000, 2_000)
  /// The longer side of a picture, in pixels, and its quality.
  private static let (side, quality) = (64, 50)
  /// Updates until the effects of the last event show in the figures.
  private static let lastTicks = 10

  /// - Parameters:
  ///   - script: what is played to the page, and how many rows it has in sight; nil leaves that to a browser.
  ///   - onEnd: called once, when all that the script shows is there.
  public init(script: (script: ScrollScript, rows: Int)? = nil, onEnd: @escaping @Sendable () -> Void = {}) {
    self.script = script
    self.onEnd = onEnd
  }

  /// Whether it takes the place of a browser.
  var isPage: Bool { script != nil }

  func begin(_ session: PageSession) {
    lock.withLock {
      self.session = session
      recording = PageRecording(tables: session.tables.map(\.name))
      start = monotonicNanoseconds()
    }
  }

  // MARK: What happens

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

  /// All tables have the same pictures: the first that has one gives it.
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
    guard let picture = try? decode(bytes, size: Box(square: side).fitted),
      let file = try? encodeJPEG(picture, quality: quality)
    else { return nil }
    return "data:image/jpeg;base64," + Data(file).base64EncodedString()
  }

  // MARK: The script

  /// Begins to scroll when every table has its list, and ends when everything in sight has come.
  private func advance() {
    guard let script else { return }
    let hasEnded = lock.withLock {
      guard let session else { return false }
      let tables = session.tables.map(\.known)
      if player == nil, tables.allSatisfy({ $0.list.map { $0.state != "loading" } ?? false }) {
        let count = tables.compactMap(\.count).min() ?? 0
        let player = ScrollPlayer { event in session.scroll(event) }
        self.player = player
        player.play(script.script.events(rows: script.rows, count: count)) { [self] in
          lock.withLock { ticksAtEnd = 0 }
        }
      } else if let ticks = ticksAtEnd {
        ticksAtEnd = ticks + 1
        guard ticks >= Self.lastTicks, tables.allSatisfy({ $0.strip?.isIdle == true }) else { return false }
        ticksAtEnd = nil
        return true
      }
      return false
    }
    if hasEnded { onEnd() }
  }

  // MARK: The result

  /// Ends the script, if it has not ended.
  public func stop() { lock.withLock { player }?.stop() }

  /// The recording as JSON, how long it is in seconds, and how many photos it shows. Blocks until the last picture is there.
  public func result() -> (json: Data, seconds: Double, photos: Int) {
    asked.wait()
    return lock.withLock {
      // Each holds the other.
      session = nil
      // What could not be decoded is shown as the page shows any picture that is not there.
      recording.pictures = recording.pictures.filter { !$0.value.isEmpty }
      let photos = Set(recording.pictures.keys.compactMap { $0.split(separator: "/").first }).count
      let seconds = Double(recording.moments.last?.at ?? 0) / 1000
      return (Data((recording.json + "\n").utf8), seconds, photos)
    }
  }
}

extension ScrollEvent.Kind {
  /// In sight, on the way or at its end.
  fileprivate var rows: Range<Int>? {
    switch self {
    case .moved(let rows), .rested(let rows): rows
    case .began, .memoryWarning: nil
    }
  }
}

extension Strip {
  /// Nothing is under way, and nothing is waited for.
  fileprivate var isIdle: Bool {
    running == 0 && waiting == 0 && stalled == 0 && !shown.isWaiting && !sepia.isWaiting
  }
}
