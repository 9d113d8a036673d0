import Workloads

/// The live display of a download run.
final class DownloadDisplay: RunDisplay {
  private let run: DownloadRun
  private let list: LiveList

  init(_ run: DownloadRun, title: String, _ options: ReportingOptions) {
    self.run = run
    list = LiveList(run, hasFastSkips: true)
    super.init(title: title, options, done: "saved")
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

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    let (file, bytes) = (outcome.file ?? "", byteText(outcome.bytes ?? 0))
    let title = "\(outcome.position) \(outcome.name)"
    switch outcome.kind {
    case .done:
      let resumedFrom = outcome.resumedFrom ?? 0
      say("\(title): \(file), \(bytes)" + (resumedFrom > 0 ? ", resumed after \(byteText(resumedFrom))" : ""))
    case .skipped: return say("\(title): \(file) is already there")
    case .failed(let reason): say("\(title): failed: \(reason)")
    case .cancelled: say("\(title): cancelled")
    }
    list.settled(outcome.entry(name: title, done: "\(file)  \(bytes)"))
  }

  private static func downloading(_ file: DownloadFile) -> Entry {
    if let rest = file.rest { return Entry(mark: .waiting, name: title(file), note: rest.note) }
    let progress = file.progress
    let total = progress.total.map { " of \(byteText($0))  \(Int(progress.share * 100)) %" } ?? ""
    return Entry(mark: .downloading, name: title(file), note: byteText(progress.received) + total)
  }

  private static func title(_ file: DownloadFile) -> String { "\(file.position) \(file.name)" }
}
