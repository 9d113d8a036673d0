import Base

/// Spreads the files of a folder over 256 folders of it, by a stable hash of their names: a million files are some 4,000 in
/// each. Many programs, and some disks, are slow in a folder of a million.
enum FanOut {
  /// Where a file goes, as in `7f/Mist`.
  /// - Parameter name: without extension, which may not be known before the file is there.
  static func place(_ name: String) -> String { "\(folder(of: name))/\(name)" }

  private static func folder(of name: String) -> String {
    let number = String(stableHash(name) >> 56, radix: 16)
    return number.count < 2 ? "0" + number : number
  }

  /// Whether a path that was read from a file is one that stays in the folder: a name, or a name in one of the 256.
  static func isPlace(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, name != ".", name != "..", !name.isEmpty else { return false }
    return parts.count == 1
      || parts.count == 2 && parts[0].utf8.count == 2 && parts[0].allSatisfy(\.isHexDigit)
  }
}
