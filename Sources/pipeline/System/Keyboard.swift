import Foundation

/// A key that the program recognises.
enum Key: Equatable, Sendable {
  case up, down, pageUp, pageDown, home, end
  case letter(Character)
}

/// Reads the keyboard on a dedicated thread, which no engine can stall.
enum Keyboard {
  /// Starts a thread that reads keys until standard input ends.
  /// - Parameter onKey: Called on that thread.
  static func listen(_ onKey: @escaping @Sendable (Key) -> Void) {
    let thread = Thread {
      var bytes = [UInt8](repeating: 0, count: 64)
      while true {
        let count = read(0, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        // Standard input has ended.
        if count <= 0 { return }
        for key in keys(bytes.prefix(count)) { onKey(key) }
      }
    }
    thread.name = "keyboard"
    thread.start()
  }

  /// Decodes letters, and the ECMA-48 sequences that terminals send for other keys.
  static func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
        rest.removeFirst()
        let parameter = rest.prefix { (0x30...0x3F).contains($0) }
        rest = rest.dropFirst(parameter.count)
        guard let final = rest.popFirst() else { break }
        if let key = sequences[String(decoding: parameter + [final], as: UTF8.self)] { keys.append(key) }
      } else if (0x20...0x7E).contains(byte) {
        keys.append(.letter(Character(Unicode.Scalar(byte))))
      }
    }
    return keys
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .home, "F": .end, "1~": .home, "4~": .end,
  ]
}
