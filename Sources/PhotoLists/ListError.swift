import Base

/// Why a list cannot be read, or not to its end: it names the list and the cure.
public struct ListError: Error, Sendable, Equatable {
  /// The list that was asked for.
  public let source: ListSource

  /// Why it cannot be read.
  public let reason: Reason

  /// Problems of a list as a whole.
  public enum Reason: Error, Sendable, Equatable {
    /// No file has this path.
    case noSuchFile
    /// The file's permissions do not allow reading it.
    case noRight
    /// The path is that of a folder.
    case isFolder
    /// A folder in which no file has a photo's extension.
    case noPhotos
    /// A pattern that matches no file.
    case noMatch
    /// An argument among photos that is not a photo, such as a list.
    case mixed
    /// A table without the requested column: its name, and the names of the columns there are.
    case noColumn(String, among: [String])
    /// Reading failed: the system's message.
    case unreadable(String)
    /// The download failed: the transport's message.
    case notFetched(String)
    /// There is nothing in it.
    case empty
    /// It is something else: what was found.
    case notAList(String)
    /// It is text in an unsupported encoding: its name.
    case encoding(String)
    /// Its format must be read whole, and it is larger than this limit, in bytes.
    case tooLarge(limit: Int)
    /// It is a list, but damaged or cut short: what is wrong, in which entry (counted from 1), and after how many
    /// bytes of the list. The entries before it are good.
    case broken(String, entry: Int, byte: Int)
    /// Not a list of groups of thumbnails: what is wrong.
    case notGrouped(String)
    /// A search that found nothing.
    case nothingFound
    /// A search service's reply without items at that place.
    case noItems(String)
    /// A search service's reply whose items have no URL at that place.
    case noLinks(String)
    /// ``PhotoListReader/cancel()`` was called.
    case cancelled
  }

  public init(source: ListSource, reason: Reason) {
    self.source = source
    self.reason = reason
  }
}

extension ListError: CustomStringConvertible {
  /// The list, what is wrong with it, and what to do.
  public var description: String {
    switch reason {
    case .noSuchFile:
      "\(source): no such file. Check the path; a list can also be a URL."
    case .noRight:
      "\(source): permission denied. Ask its owner, or make it readable (chmod +r)."
    case .isFolder:
      "\(source) is a folder, not a list. Name a file in it."
    case .noPhotos:
      "\(source) has no photos: no file in it is called .png or .jpg. Folders in it are not searched."
    case .noMatch:
      "\(source) matches no file."
    case .mixed:
      "\(source) is not a photo. Give one list, or photos and folders of them."
    case .noColumn(let name, let names):
      "\(source) has no column “\(Printable.text(name, limit: 80))”. It has: \(Printable.text(names.joined(separator: ", "), limit: 200))."
    case .unreadable(let why):
      "\(source) cannot be read: \(why). Check whether another program can read it."
    case .notFetched(let why):
      "\(source) cannot be fetched: \(why). Check the address, and whether a browser gets it."
    case .empty:
      "\(source) is empty. \(Self.formats)"
    case .notAList(let found):
      "\(source) is not a list of photos, but \(found). \(Self.formats)"
    case .encoding(let name):
      "\(source) is in \(name), which is not supported. Convert it to UTF-8: iconv -f \(name) -t UTF-8."
    case .tooLarge(let limit):
      "\(source) is a binary property list of more than \(limit >> 20) MiB. Convert it to XML or JSON, "
        + "which are read piece by piece (plutil -convert xml1)."
    case .broken(let what, let entry, let byte):
      "\(source) is broken at entry \(entry), byte \(byte): \(what). Fix it there, or fetch the list again."
    case .notGrouped(let what):
      "\(source) is not a grouped list: \(what). It is a JSON array of {\"house\", \"monarchs\"}, where monarchs is "
        + "an array of {\"name\", \"years\", \"thumbnail\"}."
    case .nothingFound:
      "\(source) found nothing. Try other words."
    case .noItems(""):
      "\(source): the reply is not an array. Say where in it the array is."
    case .noItems(let place):
      "\(source) found nothing: the reply has no array at “\(place)”. Try other words, or say where in "
        + "the reply the array is if the service should know them."
    case .noLinks(let place):
      "\(source): the items of the reply have no URL at “\(place)”. Say where in an item its URL is."
    case .cancelled:
      "\(source): reading was cancelled."
    }
  }

  private static let formats =
    "A list is a property list, JSON, CSV, or text with a URL a line; see “pipeline photos --help-hidden”."
}
