/// One photo of a list, as the list names it.
public struct PhotoEntry: Sendable, Equatable {
  /// The list's own, or else the last part of the URL; never empty, without control characters, and at most 500
  /// characters long. It is not safe as a file name.
  public let name: String
  /// Absolute, checked and percent-encoded: http or https, or file where the list is a file itself. Where there is no such
  /// URL, the list's own text in its place.
  public let url: String
  /// Why there is no usable URL, in words for the person who wrote the list; nil where there is one.
  public let flaw: String?

  public init(name: String, url: String, flaw: String? = nil) {
    (self.name, self.url, self.flaw) = (name, url, flaw)
  }
}
