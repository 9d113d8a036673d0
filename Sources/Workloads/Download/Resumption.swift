import Transport

/// A file of which a part is here already: how the rest is asked for, and what to make of the answer.
struct Resumption: Equatable {
  /// The bytes that are here; at least 1.
  let offset: Int
  let validator: Validator
  /// The size of the whole file; nil if the server did not say.
  let total: Int?

  /// The rest, but the whole if the file is not the same any more.
  var headers: [(name: String, value: String)] {
    [("Range", "bytes=\(offset)-"), ("If-Range", validator.rawValue)]
  }

  /// Nothing is missing; only the file's name is.
  var isComplete: Bool { offset == total }

  /// What an answer to that request brings.
  func body(status: Int, contentRange: String?, etag: String?) -> DownloadStateMachine.Body {
    guard status == 206 else { return .whole }
    guard let range = contentRange.flatMap(ContentRange.init), range.first == offset,
      total == nil || range.total == nil || range.total == total, validator.admits(etag: etag)
    else { return .unwanted }
    return .rest(total: total ?? range.total)
  }
}
