/// One photo that the sample server can show: what is on it, and how it is stored.
public struct SamplePhoto: Sendable, Equatable {
  public let name: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// What a search finds it by, beside its name; lower case.
  public let tags: [String]
  /// Where the server has it, beginning with a slash.
  public let path: String

  let storage: Storage
  let landscape: Landscape

  enum Storage: Equatable {
    case jpeg(quality: Int = 85, isProgressive: Bool = false)
    case png
    /// With alpha: only what is inside the shape shows.
    case cutOut(CutOut)

    var isPNG: Bool { if case .jpeg = self { false } else { true } }
  }

  init(
    _ name: String, _ landscape: Landscape, _ width: Int, _ height: Int, _ storage: Storage = .jpeg(),
    file: String? = nil, tags: [String] = []
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.storage = storage
    self.landscape = landscape
    let format = storage.isPNG ? "png" : "jpg"
    self.path = "/photos/\(file ?? Self.fileName(name)).\(format)"
    self.tags = landscape.tags + tags + [storage.isPNG ? "png" : "jpeg"]
  }

  /// `image/png` or `image/jpeg`.
  public var type: String { storage.isPNG ? "image/png" : "image/jpeg" }

  private static func fileName(_ name: String) -> String {
    let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "'") }
    return words.joined(separator: "-").filter { $0 != "'" }
  }
}
