import Imaging

/// A picture in 24-bit colours, two pixels above each other in each character: “▀” before the colour of the lower one.
///
/// - Parameters:
///   - columns: of characters, at most.
///   - rows: likewise.
func previewLines(of picture: Picture, columns: Int, rows: Int) -> [Line] {
  let share = min(
    1, Double(columns) / Double(picture.width), Double(2 * rows) / Double(picture.height))
  let width = max(1, Int(Double(picture.width) * share))
  let height = max(2, Int(Double(picture.height) * share) / 2 * 2)
  guard let small = try? picture.scaledDown(width: width, height: height) else { return [] }
  return small.withUnsafeBytes { bytes in
    func color(_ x: Int, _ y: Int) -> String {
      let at = min(y, small.height - 1) * small.bytesPerRow + x * small.format.bytesPerPixel
      return "\(bytes[at]);\(bytes[at + 1]);\(bytes[at + 2])"
    }
    return stride(from: 0, to: small.height, by: 2).map { y in
      Line(String(repeating: "▀", count: small.width)) { _ in
        let cells = (0..<small.width).map { "\u{1B}[38;2;\(color($0, y));48;2;\(color($0, y + 1))m▀" }
        return cells.joined() + "\u{1B}[0m"
      }
    }
  }
}
