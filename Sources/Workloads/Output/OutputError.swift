import Foundation

/// The reason why a file can't be written, with remedies.
public struct OutputError: Error, Sendable, CustomStringConvertible {
  /// The problem without the remedies.
  public let problem: String
  /// The remedies, any of which helps. Their texts don't mention command-line options, because only the command knows
  /// them.
  private var cures: [(kind: Cure, text: String)]
  /// Whether writing any other file would fail too, for example because the disk is full or permission is
  /// missing.
  public let isFatal: Bool

  /// The kind of a remedy for the user.
  public enum Cure: Sendable {
    /// Choose another folder or file.
    case place
    /// Replace the existing file.
    case replace
    /// Make the file smaller.
    case size
    /// End the run that is using the folder.
    case takeOver
    /// Wait for the run that is using the folder.
    case wait
    /// Do something outside the program.
    case otherwise
  }

  public init(_ problem: String, _ cures: KeyValuePairs<Cure, String> = [:], isFatal: Bool) {
    self.problem = problem
    self.cures = cures.map { ($0, $1) }
    self.isFatal = isFatal
  }

  public var description: String { text { _ in nil } }

  /// A copy of the error for a folder that the user can't choose, without the remedy of another folder.
  var forTemporaryFolder: OutputError {
    var error = self
    error.cures.removeAll { $0.kind == .place }
    return error
  }

  /// Returns the problem and the remedies.
  ///
  /// - Parameter option: Returns the option for a remedy, or nil if there is none.
  public func text(_ option: (Cure) -> String?) -> String {
    let cures = cures.map { kind, text in text + (option(kind).map { " (\($0))" } ?? "") }
    return cures.isEmpty ? problem : "\(problem); " + cures.joined(separator: ", or ")
  }
}

extension OutputError {
  /// Creates the error for a file of this run that can no longer be read.
  init(reading place: String, _ error: any Error) {
    if error.systemCode == ENOENT {
      self.init(writing: place, code: ENOENT)
    } else {
      self.init("cannot read “\(place)”: \(error.systemReason)", isFatal: false)
    }
  }

  /// Describes the `errno` of a failed attempt to create or write a file or folder.
  static func words(_ code: Int32) -> String {
    switch code {
    case EEXIST: "a file of that name exists"
    case ENOTDIR: "part of the path is a file"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the file system is read-only"
    case ENOSPC, EDQUOT: "no space left on the disk"
    case ENAMETOOLONG: "the name is too long"
    case ENOENT: "no such folder"
    default: String(cString: strerror(code))
    }
  }

  /// Creates the error for a folder that exists where a file should be written.
  init(folderAt place: String) {
    self.init("there is already a folder “\(place)”", [.otherwise: "move it away"], isFatal: false)
  }

  /// Creates the error for a file that came from another URL, although its name is the position in the list.
  init(otherListIn folder: OutputFolder, at position: Int) {
    self.init(
      "“\(folder.path)” has the images of another list: number \(position) came from another URL",
      [.place: "choose another folder", .replace: "replace them"], isFatal: true)
  }

  /// Creates the error for an existing file that has no record in its folder's journal.
  ///
  /// - Parameter damage: The sentence that says how the journal is damaged, or nil if it isn't.
  init(unknown name: String, _ reason: String, damage: String?) {
    self.init(
      "“\(name)” exists, but " + (damage.map { "its record may be lost: \($0)" } ?? reason),
      [.otherwise: "move it away", .replace: "replace it"], isFatal: false)
  }

  /// Creates the error for the `errno` of a failed write.
  init(writing place: String, code: Int32 = errno) {
    switch code {
    case ENOSPC, EDQUOT:
      self.init(
        "no space left \(code == EDQUOT ? "in the quota of" : "on") the disk for “\(place)”",
        [.otherwise: "free some space", .place: "choose another folder"], isFatal: true)
    case ENOENT:
      self.init(
        "cannot write “\(place)”: its folder has been removed",
        [.otherwise: "start again", .place: "choose another folder"], isFatal: true)
    case EACCES, EPERM, EROFS:
      self.init("no permission to write “\(place)”", [.place: "choose another folder"], isFatal: true)
    case EISDIR: self.init(folderAt: place)
    default:
      self.init("cannot write “\(place)”: \(String(cString: strerror(code)))", isFatal: false)
    }
  }
}
