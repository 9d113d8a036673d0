/// What a folder knows of one file of the batches that were downloaded into it.
struct DownloadRecord: JournalRecord, Equatable {
  /// In the list, from 1.
  let position: Int
  /// See `DownloadFile.identity`.
  let url: String
  /// What the file of this position is called: this one if it is whole, else one that an earlier list had there.
  var file: String?
  var isWhole = false
  /// The size of the whole file; nil while it is unknown.
  var bytes: Int?
  /// Without one, what was begun cannot be resumed.
  var validator: Validator?

  var key: Int { position }
  var name: String? { file }

  func write(to line: inout JSONLine) {
    line.add("bytes", bytes)
    line.add("file", file)
    line.add("isWhole", isWhole)
    line.add("position", position)
    line.add("url", url)
    line.add("validator", validator?.rawValue)
  }
}
