/// Returns the number of columns that a text takes on a terminal.
///
/// The result is the sum of the widths of the text's scalars, as with `wcswidth` in the C library, except that an
/// emoji sequence counts as a single picture of two columns. A terminal that draws each emoji of a sequence
/// separately needs more columns. Because terminals disagree, no result is right for all of them. A live display
/// therefore moves the cursor to absolute columns (`Line`) and never lets lines wrap (`LiveFrame`).
func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

/// Returns the number of columns that a character takes. If terminals disagree, returns the larger number.
func columns(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  let isEmoji = first.properties.isEmoji
  // Examples are a family, a waving hand with a skin tone, and a digit in a keycap.
  if isEmoji, scalars.contains(where: { $0 == joiner || $0 == emojiStyle || $0.properties.isEmojiModifier }) {
    return 2
  }
  return scalars.reduce(0) { $0 + columns($1) }
}

private let joiner: Unicode.Scalar = "\u{200D}"
/// Variation selector 16, which requests emoji presentation for the preceding scalar.
private let emojiStyle: Unicode.Scalar = "\u{FE0F}"

private func columns(_ scalar: Unicode.Scalar) -> Int {
  if (0x20..<0x7F).contains(scalar.value) { return 1 }
  switch scalar.properties.generalCategory {
  case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
  case .format: return isShownFormat(scalar) ? 1 : 0
  default: return isWide(scalar) ? 2 : isInnerJamo(scalar) ? 0 : 1
  }
}

/// Returns whether a scalar of the category Cf is visible: the soft hyphen, the signs that enclose a number in Arabic,
/// Syriac and Kaithi, and annotations and hieroglyphic joiners, to which glibc 2.41 gives a column.
private func isShownFormat(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD, 0xFFF9...0xFFFB, 0x13430...0x13438:
    true
  default: false
  }
}

/// Returns whether a scalar is a vowel or final consonant of a decomposed Korean syllable. The initial consonant has
/// the width of the whole syllable.
private func isInnerJamo(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
  default: false
  }
}

/// Returns whether a scalar takes two columns: East Asian Width W or F, listed by block. Swift's own properties
/// identify emoji. Regional indicators, which form flags in pairs, take one column each.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1F1E6...0x1F1FF, 0x303F: false
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
    // Wide since Unicode 16.
    0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D356, 0x1D360...0x1D376:
    true
  default: scalar.properties.isEmojiPresentation
  }
}
