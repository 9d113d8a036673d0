/// A photo of the sample server.
public struct SamplePhoto: Sendable, Equatable {
  public let name: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Words for finding the photo with a search, in addition to those of its name, in lowercase.
  public let tags: [String]
  /// The path on the server, with a leading slash.
  public let path: String

  let format: Format

  enum Format: String {
    case jpeg = ".jpg"
    case png = ".png"
  }

  init(
    _ name: String, _ size: (width: Int, height: Int) = (800, 600), _ format: Format = .jpeg,
    file: String? = nil, tags: String
  ) {
    self.name = name
    self.width = size.width
    self.height = size.height
    self.format = format
    self.path = "/photos/" + (file ?? Self.fileName(name)) + format.rawValue
    self.tags = tags.split(separator: " ").map(String.init)
  }

  /// The media type, `image/png` or `image/jpeg`.
  public var type: String { SampleFile.type(of: path) }

  private static func fileName(_ name: String) -> String {
    let plain = name.lowercased().filter { $0 != "'" }
    return plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}
