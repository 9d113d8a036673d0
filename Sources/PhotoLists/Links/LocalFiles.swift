import Foundation
import Transport

/// The files of this machine that a list or a user names by their paths. Paths are bytes, because they need not be UTF-8.
struct LocalFiles {
  /// The folder of relative paths, with a slash at its end.
  private let folder: [UInt8]

  /// The files in the working folder.
  static var working: LocalFiles { LocalFiles(folder: absolute([])) }

  private init(folder: [UInt8]) { self.folder = folder }

  /// The files beside a list; nil if the list isn't a file.
  init?(beside list: RequestURL?) {
    guard let path = list?.filePath, let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    folder = Array(path[...slash])
  }

  /// The URL of the file or folder at this path; nil if there is none.
  func url(ofExisting path: some Collection<UInt8>) -> RequestURL? {
    guard !path.isEmpty, !path.contains(0) else { return nil }
    let whole = path.first == UInt8(ascii: "/") ? Array(path) : folder + path
    return access(Self.cString(whole), F_OK) == 0 ? RequestURL(filePath: whole) : nil
  }

  // MARK: Paths

  /// The bytes of a path from the command line. Swift repairs arguments that aren't UTF-8, so the argument's own bytes are
  /// looked up.
  static func bytes(ofArgument path: String) -> [UInt8] {
    guard path.unicodeScalars.contains("\u{FFFD}") else { return Array(path.utf8) }
    for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
      if let argument, String(cString: argument) == path {
        return UnsafeRawBufferPointer(start: argument, count: strlen(argument)).map { $0 }
      }
    }
    return Array(path.utf8)
  }

  static func cString(_ path: some Collection<UInt8>) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + [0]
  }

  /// The path from the root of the file system.
  static func absolute(_ path: [UInt8]) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return path }
    return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + "/".utf8 + path
  }
}
