import Workloads

/// A photo or file of a list, as live displays show it.
struct Entry {
  let mark: Mark
  let name: String
  let note: String
}

/// How far an entry has come.
struct Mark {
  let sign: String
  let paint: (Style) -> (String) -> String

  private init(_ sign: String, _ paint: @escaping (Style) -> (String) -> String) {
    (self.sign, self.paint) = (sign, paint)
  }

  static var waiting: Mark { Mark("·", Style.dim) }
  static var downloading: Mark { Mark("↓", Style.yellow) }
  static var downloaded: Mark { Mark("▫", Style.yellow) }
  static var filtering: Mark { Mark("◐", Style.cyan) }
  static var done: Mark { Mark("✓", Style.green) }
  static var failed: Mark { Mark("✗", Style.red) }
  static var cancelled: Mark { Mark("–", Style.dim) }
}

extension Photo {
  var entry: Entry { Entry(mark: mark, name: name, note: note()) }

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

  /// The state in words.
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
