import Foundation

/// What a page received and did, with small pictures: enough to show it again without the program.
struct PageRecording: Encodable {
  /// Something that happened, in milliseconds since the page was opened.
  struct Moment: Encodable {
    let at: Int
    var update: PageUpdate?
    /// The rows in sight: the first, and the one after the last.
    var rows: [Int]?
  }

  /// A later one that is written otherwise has another.
  var version = 1
  let tables: [String]
  var moments: [Moment] = []
  /// The names of the rows that were in sight.
  var names: [Int: String] = [:]
  /// As `data:` URLs, by row and image: `"12/1"` is the original of row 12, `"12/2"` its sepia photo.
  var pictures: [String: String] = [:]
}

/// What is read of a recording, to know one.
private struct RecordingHead: Decodable {
  let version: Int
  let tables: [String]
}

/// - Returns: whether these are the bytes of a recorded scroll that the page can show.
public func isPageRecording(_ data: Data) -> Bool {
  guard let head = try? JSONDecoder().decode(RecordingHead.self, from: data) else { return false }
  return head.version == 1 && !head.tables.isEmpty
}
