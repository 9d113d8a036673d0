import Base
import Foundation
import Transport

/// Local files that a list or the user refers to by path. Paths are bytes, because they may not be valid UTF-8.
struct LocalFiles {
  /// The folder that paths are relative to, ending with a slash.
  private let folder: [UInt8]

  /// The files relative to the working directory.
  static var working: LocalFiles { LocalFiles(folder: absolute([])) }

  private init(folder: [UInt8]) { self.folder = folder }

  /// Creates the files relative to a list's folder. Returns nil if the list isn't a file.
  init?(beside list: RequestURL?) {
    guard let path = list?.filePath, let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    folder = Array(path[...slash])
  }

  /// Returns the URL of the file at a path, or nil if there is no file or it is a folder.
  func url(ofExisting path: some Collection<UInt8>) -> RequestURL? {
    guard !path.isEmpty, !path.contains(0) else { return nil }
    let whole = path.first == UInt8(ascii: "/") ? Array(path) : folder + path
    guard let kind = Self.kind(of: whole), kind != .folder else { return nil }
    return RequestURL(filePath: whole)
  }

  // MARK: Facts

  /// Returns the kind of a file, or nil if it can't be examined.
  static func kind(of path: [UInt8]) -> FileKind? { FileKind(at: cString(path)) }

  static func isFolder(_ path: [UInt8]) -> Bool { kind(of: path) == .folder }

  /// Returns the names of the visible items in a folder, sorted by their bytes. Returns an empty array if the folder
  /// can't be read.
  static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let directory = opendir(cString(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: Paths

  /// Returns a path as text, or the file's URL if the path isn't valid UTF-8.
  static func text(of path: [UInt8]) -> String {
    String(validating: path, as: UTF8.self) ?? RequestURL(filePath: absolute(path)).text
  }

  /// Returns the bytes of a path from the command line. They are looked up in the original arguments, because Swift
  /// replaces invalid UTF-8.
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

  /// Returns the absolute path.
  static func absolute(_ path: [UInt8]) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return path }
    return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + "/".utf8 + path
  }
}
