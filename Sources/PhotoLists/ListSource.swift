import Base
import Foundation
import Transport

/// Where a list of photos comes from.
public enum ListSource: Sendable, Equatable {
  /// A file on this machine, by its path.
  case file(String)
  /// Standard input.
  case standardInput
  /// A list that is downloaded.
  case url(String)
  /// A search service's reply.
  case search(Search)
  /// Photos themselves, by their paths and URLs.
  case photos([String])
  /// Another source, read with options.
  indirect case reading(ListSource, ReadingOptions)

  /// Takes an argument of the command line: `-` is standard input, an argument that begins with a scheme and
  /// `://` is a URL, and any other is a path.
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

  /// Whether its photos may be files of this machine: those of a list that is itself a file, those that the user names,
  /// and paths that are piped in, as from `ls`.
  package var mayNameFiles: Bool {
    switch self {
    case .file, .photos, .standardInput: true
    case .url, .search: false
    case .reading(let source, _): source.mayNameFiles
    }
  }
}

extension ListSource {
  /// Checks that a file exists and may be read, without reading it, to report an error early.
  /// - Throws: `ListError`, as reading it would. Other sources are not checked.
  public func check() throws(ListError) {
    if case .reading(let source, _) = self { return try source.check() }
    guard case .file(let path) = self else { return }
    let bytes = LocalFiles.bytes(ofArgument: path)
    // Not opened: closing it again would end a named pipe for its writer.
    guard access(LocalFiles.cString(bytes), R_OK) == 0 else {
      throw ListError(source: self, reason: DescriptorSource.reason(errno))
    }
    if LocalFiles.isFolder(bytes) { throw ListError(source: self, reason: .isFolder) }
  }

  /// Opens it for reading. A download starts with the first read.
  package func open(_ transport: Transport) throws(ListError.Reason) -> any ByteSource {
    switch self {
    case .file(let path): try DescriptorSource(path: path)
    case .standardInput: try DescriptorSource(borrowing: STDIN_FILENO)
    case .url(let url): TransferSource(url, transport: transport)
    case .search(let search): TransferSource(search.url, transport: transport)
    case .photos(let photos): MemorySource(Self.list(of: photos))
    case .reading(let source, _): try source.open(transport)
    }
  }
}

/// How a list is read.
public struct ReadingOptions: Sendable, Equatable {
  /// The column with the URLs. If it is set, the list must be a table.
  public var urlColumn: String?
  /// The maximum number of entries to read; nil for all.
  public var limit: Int?

  public init(urlColumn: String? = nil, limit: Int? = nil) {
    self.urlColumn = urlColumn
    self.limit = limit
  }
}

extension ListSource: CustomStringConvertible {
  /// The source in words: the path, the URL without its password, or "standard input";
  /// for a search its term, and where it is asked.
  public var description: String {
    switch self {
    case .file(let path): Printable.text(path, limit: 300)
    case .standardInput: "standard input"
    case .url(let url): Printable.text(Printable.withoutPassword(url), limit: 300)
    case .photos(let photos):
      photos.count == 1
        ? Printable.text(Printable.withoutPassword(photos[0]), limit: 300) : "\(photos.count) photos"
    case .reading(let source, _): source.description
    case .search(let search):
      Printable.text(
        "the search for “\(search.term)” at \(Printable.withoutPassword(search.url).prefix { $0 != "?" })",
        limit: 300)
    }
  }
}
