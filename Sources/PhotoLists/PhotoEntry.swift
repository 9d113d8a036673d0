/// One photo of a list, as the list names it.
public struct PhotoEntry: Sendable, Equatable {
  /// Where the photo is, or why that is not known.
  public enum Link: Sendable, Equatable {
    /// An absolute URL, checked and percent-encoded: http or https, or file where the list is a file itself.
    case url(String)
    /// Why there is no usable URL, in words for the person who wrote the list.
    case bad(String)
  }

  /// The photo's name: the list's own, or else the last part of the URL; never empty, without control
  /// characters, and at most 500 characters long. It is not safe as a file name.
  public let name: String

  /// Where the photo is.
  public let link: Link

  /// The list's own text in place of the URL if that is unusable; otherwise empty.
  public let written: String

  public init(name: String, link: Link, written: String = "") {
    self.name = name
    self.link = link
    self.written = written
  }
}
