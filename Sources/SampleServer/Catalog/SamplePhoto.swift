import Imaging
import Painting

/// One photo that the sample server can show: what is on it, and how it is stored.
public struct SamplePhoto: Sendable, Equatable {
  public let name: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Words that a search finds it by, beside its name; lower case.
  public let tags: [String]
  /// Where the server has it, beginning with a slash.
  public let path: String

  let storage: Storage
  let landscape: Landscape

  enum Storage: Equatable {
    case jpeg
    /// From a rough picture to a sharp one as it loads.
    case progressiveJPEG
    /// One channel.
    case greyJPEG
    case png
    /// A PNG with alpha, cut out.
    case oval

    var isPNG: Bool { self == .png || self == .oval }
  }

  init(
    _ name: String, _ landscape: Landscape, _ size: (width: Int, height: Int) = (800, 600),
    _ storage: Storage = .jpeg, file: String? = nil, tags: String = ""
  ) {
    self.name = name
    self.width = size.width
    self.height = size.height
    self.storage = storage
    self.landscape = landscape
    let ending = storage.isPNG ? ".png" : ".jpg"
    self.path = "/photos/" + (file ?? Self.fileName(name)) + ending
    let more = tags.split(separator: " ").map(String.init)
    self.tags = landscape.tags + more.filter { !landscape.tags.contains($0) }
  }

  /// `image/png` or `image/jpeg`.
  public var type: String { storage.isPNG ? "image/png" : "image/jpeg" }

  /// Paints the photo and makes its file, the same bytes every time. Takes tens of milliseconds; any thread.
  @Sendable func file() throws -> [UInt8] {
    let picture = landscape.picture(width: width, height: height, isOval: storage == .oval)
    switch storage {
    case .jpeg: return try encodeJPEG(picture, quality: 88)
    case .progressiveJPEG: return try encodeJPEG(picture, quality: 88, kind: .progressive)
    case .greyJPEG: return try encodeJPEG(picture, quality: 88, kind: .grey)
    case .png, .oval: return try encodePNG(picture)
    }
  }

  private static func fileName(_ name: String) -> String {
    let plain = name.lowercased().filter { $0 != "'" }
    return plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

extension Landscape {
  /// Words for what can be seen.
  fileprivate var tags: [String] {
    let seen: [String] =
      switch subject {
      case .alps: ["mountain", "snow", "valley", "nature"]
      case .lake: ["lake", "mountain", "water", "reflection"]
      case .fjord: ["fjord", "sea", "mountain", "water", "cliff"]
      case .hills: ["hills", "green", "fields", "country"]
      case .dunes: ["desert", "sand", "dunes"]
      case .canyon: ["canyon", "desert", "rock", "red"]
      case .volcano: ["volcano", "mountain", "snow"]
      case .islands: ["island", "sea", "water", "coast"]
      case .sea: ["sea", "ocean", "water", "horizon"]
      case .ridges: ["mountain", "ridge", "haze", "layers"]
      case .forest: ["forest", "trees", "pine"]
      case .cloudSea: ["mountain", "clouds", "ridge"]
      case .meadow: ["meadow", "flowers", "field", "country"]
      case .lavender: ["lavender", "flowers", "field", "purple"]
      case .winter: ["winter", "snow", "trees", "mountain"]
      case .night: ["night", "stars", "sky", "lake"]
      case .aurora: ["aurora", "night", "stars", "lake", "green"]
      case .tree: ["tree", "field", "country"]
      }
    let time = hour == .polar ? "cold" : hour == .crimson ? "sunset" : hour.rawValue
    return seen.contains(time) ? seen : seen + [time]
  }
}
