import Foundation

extension ListSource {
  /// Takes the arguments of a command line: one list, or photos: files, folders of them, patterns as shells expand them,
  /// and, where there are several arguments, URLs.
  ///
  /// A photo is recognized by its first bytes, or by its extension if it cannot be read: then that one photo fails.
  /// - Parameter arguments: at least one.
  /// - Throws: `ListError`, for a folder or pattern without photos, or for an argument among photos that is not one.
  public init(arguments: [String]) throws(ListError) {
    if arguments.count == 1, let only = arguments.first {
      let source = ListSource(argument: only)
      switch source {
      case .file(let path) where Self.isFolder(path) || Self.isPhoto(path) || Self.isPattern(path): break
      case .url(let url) where Self.namesPhoto(url): break
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

  /// Counts the files that are passed over in the folders among these arguments because their extensions are not those
  /// of photos, by extension (with the dot, in lower case; empty for none). Hidden files and folders do not count.
  public static func ignoredFiles(in arguments: [String]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for argument in arguments {
      guard case .file(let path) = ListSource(argument: argument), isFolder(path) else { continue }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for name in names where !name.hasPrefix(".") && !namesPhoto(name) && !isFolder("\(path)/\(name)") {
        let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
        counts[ending.isEmpty ? "" : "." + ending, default: 0] += 1
      }
    }
    return counts
  }

  private static func photos(at path: String) throws(ListError) -> [String] {
    if isFolder(path) {
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      let photos = names.filter { !$0.hasPrefix(".") && namesPhoto($0) }.map {
        path.hasSuffix("/") ? path + $0 : "\(path)/\($0)"
      }
      if photos.isEmpty { throw ListError(source: .file(path), reason: .noPhotos) }
      return photos
    }
    if isPattern(path) {
      let found = expand(path)
      if found.isEmpty { throw ListError(source: .file(path), reason: .noMatch) }
      return found.filter { !isFolder($0) }
    }
    guard isPhoto(path) || namesPhoto(path) else {
      let exists = access(path, F_OK) == 0
      throw ListError(source: .file(path), reason: exists ? .mixed : .noSuchFile)
    }
    return [path]
  }

  // MARK: What a path is

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func isPattern(_ path: String) -> Bool {
    path.contains { "*?[".contains($0) } && access(path, F_OK) != 0
  }

  private static func namesPhoto(_ path: String) -> Bool {
    ImageExtension.length(in: String(path.prefix { $0 != "?" && $0 != "#" })) != nil
  }

  /// Whether a plain file begins as an image does.
  private static func isPhoto(_ path: String) -> Bool {
    var facts = stat()
    // A pipe is a list, and what was read of it would be lost.
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    guard let file = FileHandle(forReadingAtPath: path) else { return namesPhoto(path) }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 16)) ?? nil
    return ListFormat.image(Array(start ?? Data())) != nil
  }

  /// The files that a pattern matches, sorted: glob(3).
  private static func expand(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  // MARK: As bytes

  /// The photos as a list that a parser reads.
  static func list(of photos: [String]) -> [UInt8] {
    let urls = photos.map { photo in
      if case .url(let url) = ListSource(argument: photo) { return url }
      return URL(fileURLWithPath: photo, isDirectory: false).absoluteString
    }
    return (try? JSONEncoder().encode(urls)).map(Array.init) ?? []
  }
}
