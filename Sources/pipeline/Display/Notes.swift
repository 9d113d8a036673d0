import Transport
import Workloads

/// The symbol and colour of an entry's state.
struct Mark {
  let sign: String
  let paint: (Style) -> (String) -> String

  static var waiting: Mark { Mark(sign: "·", paint: Style.dim) }
  static var downloading: Mark { Mark(sign: "↓", paint: Style.yellow) }
  static var downloaded: Mark { Mark(sign: "▫", paint: Style.yellow) }
  static var filtering: Mark { Mark(sign: "◐", paint: Style.cyan) }
  static var done: Mark { Mark(sign: "✓", paint: Style.green) }
  static var failed: Mark { Mark(sign: "✗", paint: Style.red) }
  static var cancelled: Mark { Mark(sign: "–", paint: Style.dim) }
}

extension Outcome {
  var mark: Mark {
    switch kind {
    case .done, .skipped: .done
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// Describes the outcome.
  /// - Parameter done: The text for a photo or file that is done.
  func note(done: String) -> String {
    switch kind {
    case .done: done
    case .failed: reason
    case .skipped: "already there"
    case .cancelled: "cancelled"
    }
  }
}

extension Photo {
  var mark: Mark {
    switch state {
    case .new: .waiting
    case .downloading: .downloading
    case .downloaded: .downloaded
    case .filtering: .filtering
    case .filtered: .done
    case .failed: .failed
    }
  }

  /// Describes the state.
  /// - Parameters:
  ///   - filtering: The text while the second job runs.
  ///   - filtered: The text after it has ended.
  func note(filtering: String = "filtering", filtered: String = "filtered") -> String {
    switch state {
    case .new: "waiting"
    case .downloading: (meter?.value).map(downloadNote) ?? state.rawValue
    case .downloaded: state.rawValue
    case .filtering: filtering
    case .filtered: filtered
    case .failed: error.map(describe) ?? ""
    }
  }

  /// Describes a state that has just begun.
  func event(filtering: String = "filtering", filtered: String = "filtered") -> String {
    switch state {
    case .new: "cancelled"
    case .failed: "failed: \(note())"
    default: note(filtering: filtering, filtered: filtered)
    }
  }
}

/// Describes the progress of a download.
private func downloadNote(_ meter: DownloadMeter) -> String {
  let size = meter.size
  guard size > 0 else { return meter.wait?.note ?? "downloading" }
  let rest = meter.total.map { " of \(byteText($0))  \(Int(meter.share * 100)) %" } ?? ""
  return meter.wait?.note ?? "downloading  \(byteText(size))" + rest
}

extension TransferWait {
  /// A description such as “waiting 60 s (429)”.
  var note: String { "waiting" + (reason == nil ? " for its turn" : details) }

  /// A description such as “ 60 s (429)”, or nothing if there is no reason.
  fileprivate var details: String {
    guard let reason else { return "" }
    let seconds = until.map { max(0, (($0 - .now) / .seconds(1)).rounded(.up)) } ?? 0
    return (seconds > 0 ? " \(Int(min(seconds, 1e6))) s" : "") + " (\(reason.headline))"
  }
}

/// Returns a description such as “waiting for the list: 60 s (429)”.
/// - Parameter wait: The reason why the list's transfer is waiting, or nil if it isn't.
func waitingForList(_ wait: TransferWait?) -> String {
  let details = wait?.details ?? ""
  return "waiting for the list" + (details.hasPrefix(" (") || details.isEmpty ? details : ":" + details)
}

extension Run {
  /// The reason why the list hasn't yielded any entry yet.
  var startNote: String {
    guard let holder = holder.value else { return waitingForList(listWait.value) }
    return "waiting for another run" + (holder > 1 ? " (process \(holder))" : "")
  }
}

extension TransferError.Reason {
  /// The reason without details.
  fileprivate var headline: String {
    switch self {
    case .http(let status): "\(status)"
    case .couldNotConnect: "could not connect"
    case .connectionLost: "the connection was lost"
    default: description
    }
  }
}
