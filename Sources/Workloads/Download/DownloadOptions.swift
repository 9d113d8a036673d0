public struct DownloadOptions: Sendable {
  /// Files downloaded at a time.
  public var downloads = 8
  /// The most files in progress; at least twice as many as are downloaded at a time, so that another waits when one ends.
  public var ahead = 64
  /// The number of times that a file is resumed after its connection broke, before it is left to another batch.
  public var resumes = 3
  /// The largest file, in bytes.
  public var maxBytes = 64 << 20
  /// Whether files that are not images, or are incomplete, are kept too.
  public var takesAny = false
  /// The part of the list that is taken, and the names of its files.
  public var part = ListPart(isNumbered: true)
  /// Whether to fetch everything again, replacing whatever is there.
  public var force = false
  /// Whether to ask for files that are there already, and to fetch those that have changed since.
  public var refresh = false
  /// Whether a batch of another process that has the folder is interrupted, and waited for.
  public var takesOver = false
  /// The program's own server, such as `http://127.0.0.1:8080`, whose port differs in every run. Its files are
  /// recognised by the rest of their URLs.
  public var ownServer: String?

  public init() {}

  var inProgress: Int { max(ahead, 2 * min(downloads, .max / 2)) }
}
