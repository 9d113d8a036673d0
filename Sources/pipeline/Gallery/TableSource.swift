import PhotoLists
import SampleServer
import Workloads

/// Where the photos of a table come from: a list of the user's, or a sample server.
struct TableSource {
  let server: SampleServer?
  let list: ListSource

  /// - Parameters:
  ///   - server: there, where no list is given.
  ///   - isListPrompt: whether the server's own list comes without the delay of its other replies.
  init(_ list: ListSource?, server: SampleServer?, count: Int, isListPrompt: Bool = false) {
    self.server = server
    // JSON Lines is read line by line, so the first rows are there at once.
    self.list =
      list
      ?? .url(server.map { "\($0.url)/photos.jsonl?count=\(count)\(isListPrompt ? "&delay=0" : "")" } ?? "")
  }

  /// Paints the sample photos in advance, as that takes a while. Returns at once.
  func prepare(done: @escaping @Sendable () -> Void = {}) {
    guard let server else { return done() }
    Task {
      await server.prepare()
      done()
    }
  }
}
