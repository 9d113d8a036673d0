import Workloads

/// The live display of a download run.
final class DownloadDisplay: RunDisplay {
  private let run: DownloadRun
  private let list: LiveList

  init(_ run: DownloadRun, title: String, _ options: DisplayOptions, json: Bool) {
    self.run = run
    list = LiveList(run, hasFastSkips: true)
    super.init(
      title: title, isQuiet: options.quiet, events: options.events(json: json), records: json ? .output : nil)
  }

  override var progress: String {
    let words = progressWords(
      run.tally.settled, of: run.total, "files", failed: run.tally.failed, isListed: run.tally.listed > 0,
      listRest: run.listRest)
    return words.isEmpty || run.tally.listed == 0 ? words : words + ", \(byteText(run.bytesReceived))"
  }

  override func lines(_ screen: Screen) -> [Line] {
    let active = run.inProgress.values.filter { $0.state == .downloading }
      .sorted { $0.position < $1.position }
    let bar = list.bar(
      screen, of: run.total, inFlight: active.reduce(0) { $0 + $1.progress.share },
      bytes: run.bytesReceived, rests: active.map(\.rest)
    ) { _ in "  \(byteText(run.bytesReceived))" }
    return [bar] + list.rows(screen, active: active.prefix(16).map(Self.downloading))
  }

  func started(_ file: DownloadFile) { say("\(Self.title(file)): downloading") }

  func rests(_ file: DownloadFile) {
    if let rest = file.rest { say("\(Self.title(file)): \(rest.note)") }
  }

  func settled(_ file: DownloadFile) {
    var record = EntryRecord(position: file.position, name: file.name, url: file.url)
    var (mark, note, event) = (Mark.cancelled, "cancelled", "cancelled")
    switch file.state {
    case .new, .downloading: break
    case .saved(let name, let bytes, let resumedFrom):
      (record.state, record.file, record.bytes) = ("saved", name, bytes)
      record.resumedFrom = resumedFrom
      let resumed = resumedFrom > 0 ? ", resumed after \(byteText(resumedFrom))" : ""
      (mark, note) = (.done, "\(name)  \(byteText(bytes))")
      event = "\(name), \(byteText(bytes))\(resumed)"
    case .kept(let name):
      (record.state, record.file) = ("kept", name)
      event = "\(name) is already there"
    case .failed(let reason):
      (record.state, record.reason) = ("failed", reason)
      (mark, note, event) = (.failed, reason, "failed: \(reason)")
    }
    self.record(record)
    say("\(Self.title(file)): \(event)")
    if record.state != "kept" { list.settled(Entry(mark: mark, name: Self.title(file), note: note)) }
  }

  private static func downloading(_ file: DownloadFile) -> Entry {
    if let rest = file.rest { return Entry(mark: .waiting, name: title(file), note: rest.note) }
    let progress = file.progress
    let total = progress.total.map { " of \(byteText($0))  \(Int(progress.share * 100)) %" } ?? ""
    return Entry(mark: .downloading, name: title(file), note: byteText(progress.received) + total)
  }

  private static func title(_ file: DownloadFile) -> String { "\(file.position) \(file.name)" }
}
