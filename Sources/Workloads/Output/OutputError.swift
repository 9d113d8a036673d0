import Foundation

/// Why a file cannot be written, with the cures.
public struct OutputError: Error, Sendable, CustomStringConvertible {
  /// The problem alone.
  public let problem: String
  /// Each of them helps.
  public let cures: [Cure]
  /// Whether every other file would fail alike: no space, no permission.
  public let isFatal: Bool

  /// A remedy for the user. The words name no options: those belong to the command.
  public enum Cure: Sendable, Equatable {
    /// Name another folder or file.
    case place(String)
    /// Replace the existing file.
    case replace(String)
    /// Make it smaller.
    case size(String)
    /// End the batch that has the folder.
    case takeOver(String)
    /// Do something outside the program.
    case otherwise(String)

    public var words: String {
      switch self {
      case .place(let words), .replace(let words), .size(let words), .takeOver(let words),
        .otherwise(let words):
        words
      }
    }
  }

  public init(_ problem: String, _ cures: Cure..., isFatal: Bool) {
    self.problem = problem
    self.cures = cures
    self.isFatal = isFatal
  }

  public var description: String { text { $0.words } }

  /// The problem, and the cures in these words; nil for one that does not apply.
  public func text(_ words: (Cure) -> String?) -> String {
    let cures = cures.compactMap(words)
    return cures.isEmpty ? problem : "\(problem); " + cures.joined(separator: ", or ")
  }
}

extension OutputError {
  /// The reason why a file of this run cannot be read again. Foundation's own description is a dump.
  init(reading place: String, _ error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = Int32(clamping: cause?.domain == NSPOSIXErrorDomain ? cause?.code ?? 0 : 0)
    if (error as? CocoaError)?.code == .fileReadNoSuchFile || code == ENOENT {
      self.init(writing: place, code: ENOENT)
    } else {
      self.init("cannot read “\(place)”: \(error.localizedDescription)", isFatal: false)
    }
  }

  /// A folder where a file was to be.
  init(folderAt place: String) {
    self.init("a folder has the name “\(place)”", .otherwise("move it away"), isFatal: false)
  }

  /// The meaning of a failed write's error number.
  init(writing place: String, code: Int32 = errno) {
    switch code {
    case ENOSPC, EDQUOT:
      self.init(
        "no space left on the disk for “\(place)”", .otherwise("make space"), .place("choose another folder"),
        isFatal: true)
    case ENOENT:
      self.init(
        "cannot write “\(place)”: its folder has been removed", .otherwise("start again"),
        .place("choose another folder"), isFatal: true)
    case EACCES, EPERM, EROFS:
      self.init("no permission to write “\(place)”", .place("choose another folder"), isFatal: true)
    case EISDIR: self.init(folderAt: place)
    default:
      self.init("cannot write “\(place)”: \(String(cString: strerror(code)))", isFatal: false)
    }
  }
}
