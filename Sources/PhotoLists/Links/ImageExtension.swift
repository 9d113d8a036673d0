/// The usual file extensions of images.
package enum ImageExtension {
  private static let known: Set<String> = [
    "png", "jpg", "jpeg", "jpe", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jp2", "jxl",
  ]

  /// The number of characters of the name's extension with its dot, if it is an image's.
  package static func length(in name: String) -> Int? {
    let tail = name.suffix(5)
    guard let dot = tail.lastIndex(of: ".") else { return nil }
    let ending = tail[tail.index(after: dot)...]
    return known.contains(ending.lowercased()) ? ending.count + 1 : nil
  }
}
