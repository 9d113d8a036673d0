import Workloads

/// A photo or file of a list, as live displays show it.
struct Entry {
  let mark: Mark
  let name: String
  let note: String

  init(_ mark: Mark, _ name: String, _ note: String) {
    (self.mark, self.name, self.note) = (mark, name, note)
  }
}

/// How far an entry has come.
enum Mark {
  case waiting, downloading, downloaded, filtering, done, failed, cancelled

  var sign: String {
    switch self {
    case .waiting: "·"
    case .downloading: "↓"
    case .downloaded: "▫"
    case .filtering: "◐"
    case .done: "✓"
    case .failed: "✗"
    case .cancelled: "–"
    }
  }

  func paint(_ style: Style) -> (String) -> String {
    switch self {
    case .waiting, .cancelled: style.dim
    case .downloading, .downloaded: style.yellow
    case .filtering: style.cyan
    case .done: style.green
    case .failed: style.red
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

  /// Where it stands, in words.
  /// - Parameters:
  ///   - filtering: what its second job does.
  ///   - filtered: what is said when that has ended.
  func note(filtering: String = "filtering", filtered: String = "filtered") -> String {
    switch state {
    case .new: "waiting"
    case .downloading, .downloaded: state.word
    case .filtering: filtering
    case .filtered: filtered
    case .failed(let reason): reason
    }
  }

  /// The same for a state that has just begun.
  func event(filtering: String = "filtering", filtered: String = "filtered") -> String {
    switch state {
    case .new: "cancelled"
    case .failed(let reason): "failed: \(reason)"
    default: note(filtering: filtering, filtered: filtered)
    }
  }
}
