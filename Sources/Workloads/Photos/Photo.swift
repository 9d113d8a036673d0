import Imaging
import Transport

/// A record of one photo of a list: name, URL, where it stands, and its latest image.
public final class Photo: @unchecked Sendable {
  // Safe: what can change is touched on the engine's reporting queue only.

  /// Its place in the list, from 0.
  public let number: Int
  public let name: String
  public let url: String
  /// What its file is called, in a workload that writes files.
  public let fileName: String

  public internal(set) var state = State.new
  public internal(set) var image: Image?

  public enum State: Equatable, Sendable {
    /// Nothing was done yet, or what was begun was cancelled.
    case new
    case downloading
    /// Also after its filtering was cancelled: filtering is all that it needs.
    case downloaded
    case filtering
    case filtered
    /// For good, with the reason in plain words.
    case failed(String)

    /// The state's name alone.
    public var word: String {
      switch self {
      case .new: "new"
      case .downloading: "downloading"
      case .downloaded: "downloaded"
      case .filtering: "filtering"
      case .filtered: "filtered"
      case .failed: "failed"
      }
    }
  }

  public enum Image: Sendable {
    /// As it came: bytes of a PNG or JPEG file.
    case original(TransferBody)
    /// Filtered, and put where the workload puts it.
    case filtered(FilteredPhoto)
  }

  public init(number: Int, name: String, url: String, fileName: String = "") {
    self.number = number
    self.name = name
    self.url = url
    self.fileName = fileName
  }
}

/// Where a filtered photo is.
public enum FilteredPhoto: Sendable {
  /// In a PNG file with this path.
  case file(String)
  /// In memory, as the bytes of a PNG file.
  case png([UInt8])
}
