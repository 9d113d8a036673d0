import Foundation
import Transport

extension ListSource {
  /// Opens it for reading; what is to be fetched is asked for with the first read.
  func open(_ transport: Transport) throws(ListError.Reason) -> any ByteSource {
    switch self {
    case .file(let path): try DescriptorSource(path: path)
    case .standardInput: try DescriptorSource(borrowing: STDIN_FILENO)
    case .url(let url): TransferSource(url, transport: transport)
    case .search(let search): TransferSource(search.url, transport: transport)
    }
  }
}
