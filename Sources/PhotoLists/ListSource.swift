import Base
import Foundation
import Transport

/// The source of a list of photos.
public enum ListSource: Sendable, Equatable {
  /// A local file, given by its path.
  case file(String)
  case standardInput
  /// A list to download.
  case url(String)
  /// The reply of a search service.
  case search(Search)
  /// Individual photos, given by paths and URLs.
  case photos([String])
  /// Another source, of which at most `limit` entries are read. If `urlColumn` is set, the list must be a table with the
  /// URLs in that column.
  indirect case reading(ListSource, urlColumn: String? = nil, limit: Int? = nil)

  /// Creates a source from a command-line argument: `-` is standard input, an argument that starts with a scheme and
  /// `://` is a URL, and any other argument is a path.
  public init(argument: String) {
    if argument == "-" {
      self = .standardInput
    } else if let end = argument.range(of: "://"), RequestURL.isScheme(argument[..<end.lowerBound].utf8) {
      let path = RequestURL(argument).filePath
      self = path.map { .file(String(decoding: $0, as: UTF8.self)) } ?? .url(argument)
    } else {
      self = .file(argument)
    }
  }

  /// Whether photos may be local files. They may if the list is a local file, if the user names the photos, or if
  /// paths are piped in, for example from `ls`.
  package var mayNameFiles: Bool {
    switch self {
    case .file, .photos, .standardInput: true
    case .url, .search: false
    case .reading(let source, _, _): source.mayNameFiles
    }
  }
}

extension ListSource {
  /// Checks that a file exists and is readable, without reading it, so that errors are reported early. Other sources
  /// aren't checked.
  /// - Throws: The `ListError` that reading would throw.
  public func check() throws(ListError) {
    if case .reading(let source, _, _) = self { return try source.check() }
    guard case .file(let path) = self else { return }
    let bytes = LocalFiles.bytes(ofArgument: path)
    // The file isn't opened, because closing a named pipe afterwards would break it for its writer.
    guard access(LocalFiles.cString(bytes), R_OK) == 0 else {
      throw ListError(source: self, reason: DescriptorSource.reason(errno))
    }
    if LocalFiles.isFolder(bytes) { throw ListError(source: self, reason: .isFolder) }
  }

  /// Opens the source for reading. A download starts with the first read.
  package func open(
    _ transport: Transport, onWait: (@Sendable (TransferWait?) -> Void)? = nil
  ) throws(ListError.Reason) -> any ByteSource {
    switch self {
    case .file(let path): try DescriptorSource(path: path)
    case .standardInput: try DescriptorSource(borrowing: STDIN_FILENO)
    case .url(let url): TransferSource(url, transport: transport, onWait: onWait)
    case .search(let search): TransferSource(search.url, transport: transport, onWait: onWait)
    case .photos(let photos): MemorySource(Self.list(of: photos))
    case .reading(let source, _, _): try source.open(transport, onWait: onWait)
    }
  }
}

extension ListSource: CustomStringConvertible {
  /// A readable name: the path, the URL without its password, or “standard input”. For a search, it consists of the
  /// term and the service.
  public var description: String {
    switch self {
    case .file(let path): Printable.text(path, limit: 300)
    case .standardInput: "standard input"
    case .url(let url): Printable.text(URLPassword.removed(from: url), limit: 300)
    case .photos(let photos):
      photos.count == 1
        ? Printable.text(URLPassword.removed(from: photos[0]), limit: 300) : "\(photos.count) photos"
    case .reading(let source, _, _): source.description
    case .search(let search):
      Printable.text(
        "the search for “\(search.term)” at \(URLPassword.removed(from: search.url).prefix { $0 != "?" })",
        limit: 300)
    }
  }
}
