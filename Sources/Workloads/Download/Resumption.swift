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

  enum Verdict: Equatable {
    /// It begins where the part that is here ends; `total` is that of the whole file, where it is known.
    case append(total: Int?)
    /// It has the whole file: the part on disk is of no use.
    case startOver
    /// It is something else than was asked for. The whole must be asked for.
    case askAgain
  }

  func judge(status: Int, contentRange: String?, etag: String?) -> Verdict {
    guard status == 206 else { return .startOver }
    guard let range = contentRange.flatMap(ContentRange.init), range.first == offset,
      total == nil || range.total == nil || range.total == total, validator.admits(etag: etag)
    else { return .askAgain }
    return .append(total: total ?? range.total)
  }
}
