/// A photo in a list.
public struct PhotoEntry: Sendable, Equatable {
  /// The name from the list, or if there is none, the last part of the URL. It is never empty, contains no control
  /// characters and has at most 500 characters. It isn't safe as a file name.
  public let name: String
  /// The checked, percent-encoded, absolute URL. Its scheme is http or https, or file if the list may refer to local
  /// files. If there is no usable URL, this is the text from the list.
  public let url: String
  /// The reason why there is no usable URL, worded for the author of the list. It is nil if the URL is usable.
  public let flaw: String?

  public init(name: String, url: String, flaw: String? = nil) {
    (self.name, self.url, self.flaw) = (name, url, flaw)
  }
}
