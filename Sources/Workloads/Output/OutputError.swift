import Foundation

/// Why nothing can be written, with the cures.
public struct OutputError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, without the cures.
  public let problem: String
  /// Any one of them helps.
  public let cures: [Cure]
  /// Whether it will be the same for every other file: no space, no permission.
  public let isFatal: Bool

  /// What the user can do, in words that name no option: those are the command's.
  public enum Cure: Sendable, Equatable {
    /// Name another folder or file.
    case place(String)
    /// Replace what is there.
    case replace(String)
    /// Make it smaller.
    case size(String)
    /// Do something outside of the program.
    case otherwise(String)

    public var words: String {
      switch self {
      case .place(let words), .replace(let words), .size(let words), .otherwise(let words): words
      }
    }
  }

  public init(_ problem: String, _ cures: Cure..., isFatal: Bool) {
    self.problem = problem
    self.cures = cures
    self.isFatal = isFatal
  }

  public var description: String { text { $0.words } }

  /// The problem, and the cures in these words.
  public func text(_ words: (Cure) -> String) -> String {
    cures.isEmpty ? problem : "\(problem); " + cures.map(words).joined(separator: ", or ")
  }
}

extension OutputError {
  /// What the system's number for a failed write means.
  init(writing place: String, code: Int32 = errno) {
    switch code {
    case ENOSPC, EDQUOT:
      self.init(
        "no space left on the disk for “\(place)”", .otherwise("make space"), .place("choose another folder"),
        isFatal: true)
    case EACCES, EPERM, EROFS:
      self.init("no permission to write “\(place)”", .place("choose another folder"), isFatal: true)
    default:
      self.init("cannot write “\(place)”: \(String(cString: strerror(code)))", isFatal: false)
    }
  }
}
