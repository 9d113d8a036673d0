import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Listens to a page of the gallery, as its script does in a browser.
final class PageListener: NSObject, URLSessionDataDelegate {
  private let (news, arrived) = AsyncThrowingStream.makeStream(of: Void.self)

  /// Returns when the page has reported something: from then on it heeds what is posted, until the program ends.
  func listen(to url: URL) async throws {
    let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
    session.dataTask(with: url).resume()
    // Delegates are held until then.
    session.finishTasksAndInvalidate()
    for try await _ in news { return }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    arrived.yield()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    arrived.finish(throwing: error)
  }
}
