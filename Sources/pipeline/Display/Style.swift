/// Colours and shapes, where the terminal takes them.
struct Style: Sendable {
  let usesColor: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// How many columns a text takes on a terminal: none for a combining mark, two for East Asian wide characters and
/// emoji, by the blocks of Unicode's East Asian Width.
func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

private func columns(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  switch first.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    return 2
  default: return first.properties.generalCategory == .control ? 0 : 1
  }
}

/// The text, cut or filled up to exactly this many columns; control characters are taken out.
func fitted(_ text: String, to width: Int) -> String {
  var result = ""
  var used = 0
  let clean = text.filter { columns($0) > 0 }
  let isCut = columns(clean) > width
  for character in clean {
    let next = columns(character)
    if used + next > (isCut ? max(0, width - 1) : width) { break }
    result.append(character)
    used += next
  }
  if isCut, width > 0 {
    result += "…"
    used += 1
  }
  return result + String(repeating: " ", count: max(0, width - used))
}
