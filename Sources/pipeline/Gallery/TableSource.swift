import SampleServer
import Workloads

/// Where the photos of a table come from: a list of the user's, or a sample server.
struct TableSource {
  let server: SampleServer?
  let list: ListSource

  /// - Throws: `WebServerError`.
  init(_ list: String?, sample: SampleOptions, count: Int) throws {
    if let list {
      server = nil
      self.list = ListSource(argument: list)
    } else {
      let server = try SampleServer.start(faults: sample.faults)
      self.server = server
      // Of the formats, the one that is read line by line: the first rows are there at once.
      self.list = .url("\(server.url)/photos.jsonl?count=\(count)")
    }
  }
}
