import ArgumentParser
import PhotoLists
import Workloads

/// A file that a command reads or writes, with the words that say which one it is, such as `--trace`.
struct NamedFile {
  let name: String
  let path: String

  init(_ name: String, _ path: String) { (self.name, self.path) = (name, path) }

  /// Creates the file if the option is given.
  init?(_ name: String, _ path: String?) {
    guard let path else { return nil }
    self.init(name, path)
  }

  /// Returns the local files among the arguments for a list or photos.
  static func inputs(_ arguments: [String]) -> [NamedFile] {
    guard !arguments.isEmpty else { return [] }
    switch try? ListSource(arguments: arguments) {
    case .file(let path): return [NamedFile("the list", path)]
    case .photos(let photos): return photos.map { NamedFile("a photo of the list", $0) }
    default: return []
    }
  }

  /// Returns standard output if the option reserves it for JSON.
  static func output(_ option: String, isOn: Bool) -> [NamedFile] { isOn ? [NamedFile(option, "-")] : [] }

  fileprivate var identity: OutputPlace.Identity? { OutputPlace(path, for: name).identity }
}

extension StatusCommand {
  /// Rejects an output file that is also an input or another output, because one would overwrite the other.
  /// - Throws: `ValidationError`.
  func refuseSharedFiles() throws {
    // Finding the photos in the arguments takes time.
    guard !outputs.isEmpty else { return }
    var names: [OutputPlace.Identity: String] = [:]
    for other in others { if let identity = other.identity { names[identity] = other.name } }
    for (stream, name) in ["standard input", "standard output", "standard error"].enumerated() {
      if let identity = OutputPlace.Identity(ofPlainFile: Int32(stream)) { names[identity] = name }
    }
    for output in outputs {
      guard let identity = output.identity else { continue }
      if let other = names.updateValue(output.name, forKey: identity) {
        throw ValidationError(
          "\(output.name) and \(other) are the same file, “\(oneLine(output.path))”: name another one.")
      }
      if identity == .standardOutput { Terminal.isOutputTaken.set() }
    }
  }
}
