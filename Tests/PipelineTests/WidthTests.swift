import Testing

@testable import pipeline

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The width of a text on a terminal")
struct WidthTests {
  @Test(
    "Every scalar counts, marks count nothing, and a sequence of emoji is one picture",
    arguments: [
      ("photo", 5), ("हिन्दी", 5), ("क्षत्रिय", 6), ("தமிழ்", 4), ("สวัสดี", 4), ("東京", 4), ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("👍🏽", 2), ("❤️", 2),
      ("❤", 1), ("1️⃣", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("⌚", 2), ("🌡", 1), ("\u{200B}", 0), ("a\u{AD}b", 3),
      ("ｱ", 1), ("Ａ", 2), ("–…“”", 4),
    ])
  func widths(text: String, width: Int) {
    #expect(columns(text) == width)
  }

  @Test("A text is cut between characters, and only what is too long is filled or cut")
  func cuts() {
    #expect(cut("हिन्दी", to: 5) == "हिन्दी" && cut("हिन्दी नाम", to: 6).hasSuffix("…"))
    #expect(cut("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", to: 5) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…" && cut("東京", to: 3) == "東…" && cut("東京", to: 0) == "")
    #expect(fitted("東京", to: 6) == "東京  " && fitted("東京", to: 4) == "東京")
  }

  #if canImport(Glibc)
    @Test("A scalar is as wide as the C library says, or as the widest answer if its versions disagree")
    func system() throws {
      // Unicode 16 made symbols wide, and glibc has changed its mind about fillers and format characters.
      let changed: [ClosedRange<UInt32>] = [
        0x2630...0x2637, 0x268A...0x268F, 0x3164...0x3164, 0x4DC0...0x4DFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
        0x1171E...0x1171E, 0x13430...0x13438, 0x1D300...0x1D356, 0x1D360...0x1D376,
      ]
      let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
      let before = uselocale(locale)
      defer {
        uselocale(before)
        freelocale(locale)
      }
      // X/Open specifies this function, but Swift's Glibc module doesn't include it.
      typealias Function = @convention(c) (wchar_t) -> Int32
      let wcwidth = unsafeBitCast(try #require(dlsym(nil, "wcwidth")), to: Function.self)
      var others: [String] = []
      for scalar in (0x20...0x3FFFF).compactMap(Unicode.Scalar.init) {
        guard let age = scalar.properties.age, age.major <= 12, scalar.properties.generalCategory != .control
        else { continue }
        let width = Int(wcwidth(wchar_t(scalar.value)))
        let ours = columns(String(scalar))
        let isChanged = changed.contains { $0.contains(scalar.value) }
        if width >= 0, isChanged ? width > ours : width != ours {
          others.append("\(String(scalar.value, radix: 16)): \(width)")
        }
      }
      #expect(others == [])
    }
  #endif
}
