import Transport

public struct DownloadSettings: Sendable {
  /// The maximum number of simultaneous downloads.
  public var downloads = DefaultWidths.downloads
  /// The maximum number of files in progress, or nil for one that suits the queue.
  public var ahead: Int?
  /// The maximum number of times that a file is resumed after its connection broke. After that, the file is
  /// left to another batch.
  public var resumes = 3
  /// The size limit of a file, in bytes.
  public var maxBytes = TransportSettings().maxBytes
  /// Whether to keep files that aren't images or are incomplete.
  public var takesAny = false
  /// The selected part of the list, and the names of its files.
  public var part = ListPart(isNumbered: true)
  /// Whether to download every file again and replace existing ones.
  public var force = false
  /// Whether to check existing files with the server, and to download those that have changed.
  public var refresh = false
  /// The address of the program's own server, such as `http://127.0.0.1:8080`. Its port is different in every
  /// run, so its files are recognised by the rest of their URLs.
  public var ownServer: String?

  public init() {}

  var inProgress: Int { ahead ?? DefaultWidths.ahead(of: downloads) }
}
