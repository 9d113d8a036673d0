/// The columns that a text takes on a terminal.
///
/// The sum of its scalars' widths, like `wcswidth` of the C library, except for emoji: a sequence of emoji is one picture of
/// two columns. Terminals that draw its emoji one by one take more, and where they disagree about a text, no sum is right
/// for all of them. Lines of a live display therefore go to absolute columns (`Line`), and are never wrapped (`LiveFrame`).
func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

/// The columns of a character: the wider guess, where terminals disagree.
func columns(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  let isEmoji = first.properties.isEmoji
  // Such as a family or a waving hand of some colour, and a digit in a key.
  if isEmoji, scalars.contains(where: { $0 == joiner || $0 == emojiStyle || $0.properties.isEmojiModifier }) {
    return 2
  }
  return scalars.reduce(0) { $0 + columns($1) }
}

private let joiner: Unicode.Scalar = "\u{200D}"
/// Variation selector 16: the scalar before it is shown as a picture.
private let emojiStyle: Unicode.Scalar = "\u{FE0F}"

private func columns(_ scalar: Unicode.Scalar) -> Int {
  if (0x20..<0x7F).contains(scalar.value) { return 1 }
  switch scalar.properties.generalCategory {
  case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
  case .format: return isShownFormat(scalar) ? 1 : 0
  default: return isWide(scalar) ? 2 : isInnerJamo(scalar) ? 0 : 1
  }
}

/// Whether a scalar of the category Cf is visible: the soft hyphen, and the signs that enclose a number in Arabic, Syriac and
/// Kaithi.
private func isShownFormat(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD: true
  default: false
  }
}

/// Whether a scalar is a vowel or final consonant of a Korean syllable that is spelled out. Its first consonant has the
/// width.
private func isInnerJamo(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
  default: false
  }
}

/// Whether a scalar takes two columns: East Asian Width W or F, in blocks. Emoji are known to Swift, except for halves of
/// flags, which take one column each.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1F1E6...0x1F1FF, 0x303F: false
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD:
    true
  default: scalar.properties.isEmojiPresentation
  }
}
