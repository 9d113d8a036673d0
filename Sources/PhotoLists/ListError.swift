import Base

/// An error that prevents a list from being read to its end. The description names the list, the problem and the
/// remedy.
public struct ListError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The requested list.
  public let source: ListSource
  public let reason: Reason

  /// A problem that affects a list as a whole.
  public enum Reason: Error, Sendable, Equatable {
    /// The input isn't a list of photos. The value describes its actual content.
    case notAList(String)
    /// The list is damaged or cut off. The values are the problem, the number of the entry (starting at 1) and the byte
    /// offset in the list. The entries before it are valid.
    case broken(String, entry: Int, byte: Int)
    /// A search service's reply has no items at the given pointer.
    case noItems(String)
    /// The items in a search service's reply have no URL at the given pointer.
    case noLinks(String)
    /// A table has none of the usual URL columns. The value lists the columns that it has.
    case noURLColumn(String)
    /// ``PhotoListReader/cancel()`` was called.
    case cancelled
    /// Any other problem. The text is appended to the list's name.
    case other(String)
  }

  public init(source: ListSource, reason: Reason) {
    self.source = source
    self.reason = reason
  }

  public var description: String { "\(source)\(reason.words)" }
}

extension ListError.Reason {
  static let noSuchFile = other(": no such file. Check the path; a list can also be a URL.")
  static let noRight = other(": permission denied. Ask its owner, or make it readable (chmod +r).")
  static let isFolder = other(" is a folder, not a list. Name a file in it.")
  static let noPhotos = other(
    " has no photos: no file in it is called .png or .jpg. Folders in it are not searched.")
  /// A pattern that matches no file.
  static let noMatch = other(" matches no file.")
  /// An argument among photos that isn't a photo, such as a list.
  static let mixed = other(" is not a photo. Give one list, or photos and folders of them.")
  static let empty = other(" is empty. \(formats)")
  /// A search without results.
  package static let nothingFound = other(" found nothing. Try other words.")

  static func notAList(_ found: String, isJSON: Bool) -> Self {
    notAList(found + (isJSON ? " (under \(EntryKey.urlKeys), at most one level down)" : ""))
  }

  static let noURLInPropertyList = notAList(
    "a property list without a single URL (its root must be a dictionary of names and URLs, or an array)")

  private static let formats =
    "A list is a property list, JSON, CSV, or text with one URL per line; see “pipeline photos --help-hidden”."

  /// Returns the error for a table without the requested column.
  /// - Parameter names: The columns of the table.
  static func noColumn(_ name: String, among names: [String]) -> Self {
    let present = Printable.text(names.joined(separator: ", "), limit: 200)
    return .other(" has no column “\(Printable.text(name, limit: 80))”. It has: \(present).")
  }

  /// Returns the error for a table without any of the usual URL columns.
  /// - Parameter names: The columns of the table.
  static func noURLColumn(among names: [String]) -> Self {
    .noURLColumn(Printable.text(names.joined(separator: ", "), limit: 200))
  }

  /// Returns the error for a list that isn't a table, although a column was requested.
  static func noTable(column: String) -> Self {
    .other(" is not a table, so it has no column “\(Printable.text(column, limit: 80))”.")
  }

  /// - Parameter why: The system's error message.
  static func unreadable(_ why: String) -> Self {
    .other(" cannot be read: \(why). Check whether another program can read it.")
  }

  /// - Parameter why: The transport's error message.
  static func notFetched(_ why: String) -> Self {
    .other(" cannot be fetched: \(why). Check the address, and whether a browser can open it.")
  }

  /// Returns the error for text in an unsupported encoding.
  static func encoding(_ name: String) -> Self {
    .other(" is in \(name), which is not supported. Convert it to UTF-8: iconv -f \(name) -t UTF-8.")
  }

  static let binaryPropertyList = other(
    " is a binary property list. Convert it to XML: plutil -convert xml1 (on Linux, plistutil -f xml -i).")

  /// Returns the error for a file that isn't a list of thumbnail groups.
  package static func notGrouped(_ what: String) -> Self {
    .other(
      " is not a grouped list: \(what). It is a JSON array of {\"house\", \"monarchs\"}, where monarchs is "
        + "an array of {\"name\", \"years\", \"thumbnail\"}. The keys title, photos and url are also "
        + "accepted.")
  }

  /// The text that is appended to the list's name.
  fileprivate var words: String {
    switch self {
    case .notAList(let found): " is not a list of photos, but \(found). \(Self.formats)"
    case .broken(let what, let entry, let byte):
      " is broken at entry \(entry), byte \(byte): \(what). Fix it there, or fetch the list again."
    case .noItems(""): ": the reply is not an array. Specify where in it the array is."
    case .noItems(let place):
      " found nothing: the reply has no array at “\(place)”. Try other words, or specify where in "
        + "the reply the array is if the service should know them."
    case .noLinks(let place):
      ": the items of the reply have no URL at “\(place)”. Specify where in an item its URL is."
    case .noURLColumn(let names):
      " is a table without a column called \(EntryKey.urlKeys). It has: \(names). "
        + "Specify which column has the URLs."
    case .cancelled: ": reading was cancelled."
    case .other(let words): words
    }
  }
}
