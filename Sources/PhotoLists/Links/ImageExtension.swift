/// The common file extensions of images.
package enum ImageExtension {
  private static let known: Set<String> = [
    "png", "jpg", "jpeg", "jpe", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jp2", "jxl",
  ]

  /// Returns the length of the name's extension in characters, including the dot, or nil if it isn't the extension of
  /// an image.
  package static func length(in name: String) -> Int? {
    let tail = name.suffix(5)
    guard let dot = tail.lastIndex(of: ".") else { return nil }
    let ending = tail[tail.index(after: dot)...]
    return known.contains(ending.lowercased()) ? ending.count + 1 : nil
  }
}
