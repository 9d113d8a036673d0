/// What a picture is made to fit into, with its sides' ratio kept. It is never made larger.
public struct Box: Sendable, Equatable {
  /// In pixels, at least 1; nil where any width will do.
  public let width: Int?
  /// In pixels, likewise.
  public let height: Int?

  public init(width: Int?, height: Int?) {
    precondition((width ?? 1) > 0 && (height ?? 1) > 0, "a box has at least one pixel each way")
    self.width = width
    self.height = height
  }

  public init(square side: Int) { self.init(width: side, height: side) }

  /// The size that a picture of a given size gets, in pixels; the side that does not decide is rounded to nearest.
  public func fitted(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    let (widest, highest) = (min(self.width ?? width, width), min(self.height ?? height, height))
    // As whole numbers, so that a side that fits exactly is not missed by a rounded ratio.
    if widest * height <= highest * width {
      return (widest, max(1, (height * widest + width / 2) / width))
    }
    return (max(1, (width * highest + height / 2) / height), highest)
  }
}

extension Box: CustomStringConvertible {
  public var description: String { (width.map(String.init) ?? "") + "x" + (height.map(String.init) ?? "") }
}
