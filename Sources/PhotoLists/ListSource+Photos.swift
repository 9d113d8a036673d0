import Base
import Foundation
import Transport

extension ListSource {
  /// Creates a source from command-line arguments: a single list, or photos.
  ///
  /// Photos can be files, folders, patterns as in a shell, and, if there is more than one argument, URLs. A photo is
  /// recognised by its first bytes. If the file can't be read, it is recognised by its extension, and only that photo
  /// fails.
  /// - Parameter arguments: At least one argument.
  /// - Throws: `ListError` if a folder or pattern contains no photos, or an argument among photos isn't a photo.
  public init(arguments: [String]) throws(ListError) {
    if arguments.count == 1, let only = arguments.first {
      let source = ListSource(argument: only)
      switch source {
      case .file(let path) where Self.isFolder(path) || Self.isPhoto(path) || Self.isPattern(path): break
      case .url(let url) where Self.namesPhoto(RequestURL(url).lastPathComponent): break
      default:
        self = source
        return
      }
    }
    var photos: [String] = []
    for argument in arguments {
      switch ListSource(argument: argument) {
      case .url(let url): photos.append(url)
      case .file(let path): photos += try Self.photos(at: path)
      case .standardInput, .search, .photos, .reading:
        throw ListError(source: .standardInput, reason: .mixed)
      }
    }
    self = .photos(photos)
  }

  /// Returns the names in the folders among the arguments that are ignored: subfolders, and files that don't have the
  /// extension of a photo. Hidden ones aren't included.
  public static func ignored(in arguments: [String]) -> (files: [String], folders: [String]) {
    var ignored: (files: [String], folders: [String]) = ([], [])
    for argument in arguments {
      guard case .file(let path) = ListSource(argument: argument), isFolder(path) else { continue }
      let folder = LocalFiles.bytes(ofArgument: path)
      for bytes in LocalFiles.names(in: folder) {
        let name = String(decoding: bytes, as: UTF8.self)
        if LocalFiles.isFolder(folder + "/".utf8 + bytes) {
          ignored.folders.append(name)
        } else if !namesPhoto(bytes) {
          ignored.files.append(name)
        }
      }
    }
    return ignored
  }

  private static func photos(at path: String) throws(ListError) -> [String] {
    let bytes = LocalFiles.bytes(ofArgument: path)
    if isFolder(path) {
      let folder = bytes.last == UInt8(ascii: "/") ? bytes : bytes + "/".utf8
      let photos = LocalFiles.names(in: bytes).filter(namesPhoto).map { LocalFiles.text(of: folder + $0) }
      if photos.isEmpty { throw ListError(source: .file(path), reason: .noPhotos) }
      return photos
    }
    if isPattern(path) {
      let found = expand(bytes)
      if found.isEmpty { throw ListError(source: .file(path), reason: .noMatch) }
      return found.filter { !LocalFiles.isFolder($0) }.map(LocalFiles.text)
    }
    guard isPhoto(path) || namesPhoto(bytes) else {
      let exists = LocalFiles.kind(of: bytes) != nil
      throw ListError(source: .file(path), reason: exists ? .mixed : .noSuchFile)
    }
    return [LocalFiles.text(of: bytes)]
  }

  // MARK: Kinds of paths

  private static func isFolder(_ path: String) -> Bool {
    LocalFiles.isFolder(LocalFiles.bytes(ofArgument: path))
  }

  private static func isPattern(_ path: String) -> Bool {
    path.contains { "*?[".contains($0) } && LocalFiles.kind(of: LocalFiles.bytes(ofArgument: path)) == nil
  }

  /// Returns whether a file name has the extension of an image.
  private static func namesPhoto(_ name: [UInt8]) -> Bool {
    ImageExtension.length(in: Printable.trimmed(String(decoding: name, as: UTF8.self))) != nil
  }

  /// Returns whether a regular file starts with the bytes of an image.
  private static func isPhoto(_ path: String) -> Bool {
    let bytes = LocalFiles.bytes(ofArgument: path)
    // A pipe is treated as a list, because bytes read from it here would be lost.
    guard LocalFiles.kind(of: bytes) == .plain else { return false }
    let descriptor = Foundation.open(LocalFiles.cString(bytes), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return namesPhoto(bytes) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let start = (try? file.read(upToCount: 16)) ?? nil
    return ListFormat.image(Array(start ?? Data())) != nil
  }

  /// Returns the sorted files that a pattern matches, using glob(3).
  private static func expand(_ pattern: [UInt8]) -> [[UInt8]] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(LocalFiles.cString(pattern), 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  // MARK: As bytes

  /// Returns the photos in the form of a list that a parser can read.
  static func list(of photos: [String]) -> [UInt8] {
    let urls = photos.map { photo in
      if photo.hasPrefix("file://") { return photo }
      if case .url(let url) = ListSource(argument: photo) { return url }
      return RequestURL(filePath: LocalFiles.absolute(LocalFiles.bytes(ofArgument: photo))).text
    }
    return (try? JSONEncoder().encode(urls)).map(Array.init) ?? []
  }
}
