import Foundation
import Transport

extension ListSource {
  /// Checks that a file exists and may be read, without reading it, to report an error early.
  /// - Throws: `ListError`, as reading it would. Other sources are not checked.
  public func check() throws(ListError) {
    if case .reading(let source, _) = self { return try source.check() }
    guard case .file(let path) = self else { return }
    var facts = stat()
    // Not opened: closing it again would end a named pipe for its writer.
    guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
      throw ListError(source: self, reason: DescriptorSource.reason(errno))
    }
    if facts.st_mode & S_IFMT == S_IFDIR { throw ListError(source: self, reason: .isFolder) }
  }

  /// Opens it for reading. A download starts with the first read.
  package func open(_ transport: Transport) throws(ListError.Reason) -> any ByteSource {
    switch self {
    case .file(let path): try DescriptorSource(path: path)
    case .standardInput: try DescriptorSource(borrowing: STDIN_FILENO)
    case .url(let url): TransferSource(url, transport: transport)
    case .search(let search): TransferSource(search.url, transport: transport)
    case .photos(let photos): MemorySource(Self.list(of: photos), isLocalFile: true)
    case .reading(let source, _): try source.open(transport)
    }
  }
}
