import Base
import TestSupport
import Testing

@testable import Workloads

@Suite("Lists: file names are safe, different, and the same every time")
struct FileNamesTests {
  @Test(
    "A photo's name becomes a name that stays in its folder",
    arguments: [
      ("Sunset", "Sunset"), ("a/b\\c:d", "a-b-c-d"), ("../../etc/passwd", "-..-etc-passwd"),
      ("...hidden", "hidden"), ("..", "photo"), (".", "photo"), ("", "photo"), ("  ", "photo"), ("/", "-"),
      ("a\u{0}b\n", "a b"), ("été 夏 😀", "été 夏 😀"), ("e\u{301}", "\u{E9}"), ("Sunset.JPG", "Sunset"),
      ("Sunset.jpeg", "Sunset"), (".png", "photo"), ("a.b.png", "a.b"), ("Who is that?", "Who is that-"),
      ("A \"quoted\" day", "A 'quoted' day"), ("a<b>c|d*e", "a-b-c-d-e"), ("ends with dot.", "ends with dot"),
      ("ends with both. . ", "ends with both"), ("a. .jpg", "a"), ("CON", "_CON"), ("nul.txt", "_nul.txt"),
      ("Com1 .x", "_Com1 .x"), ("LPT¹", "_LPT¹"), ("aux.png", "_aux"), ("COM", "COM"), ("COM10", "COM10"),
      ("Console", "Console"), ("a CON", "a CON"), ("conout$", "_conout$"), ("v1.2", "v1.2"),
      ("x\u{202E}gpj.exe", "xgpj.exe"), (" . a", "a"),
    ])
  func safe(name: String, expected: String) {
    #expect(Array(FileNames.safe(name).utf8) == Array(expected.utf8))
  }

  @Test("A long name is cut between characters, at 200 bytes")
  func long() {
    #expect(FileNames.safe(String(repeating: "x", count: 500)).utf8.count == 200)
    let family = "👨‍👩‍👧‍👦"
    let cut = FileNames.safe(String(repeating: family, count: 50))
    #expect(cut == String(repeating: family, count: 200 / family.utf8.count))
    let accents = FileNames.safe("a" + String(repeating: "\u{301}", count: 5000))
    #expect(accents.utf8.count <= 200 && !accents.isEmpty)
  }

  @Test("Equal names are numbered, regardless of case and of how accents are written")
  func numbered() {
    var names = FileNames()
    let given = ["Sea", "sea", "SEA.png", "Sea 2", "é", "E\u{301}", "Straße", "STRASSE", "sea"].map {
      names.next(for: $0)
    }
    #expect(given == ["Sea", "sea 2", "SEA 3", "Sea 2 2", "é", "\u{C9} 2", "Straße", "STRASSE 2", "sea 4"])
  }

  @Test("Whatever the names, the file names are safe, different and the same again")
  func random() {
    var generator = SplitMix(seed: 11)
    let pieces = [
      "a", "A", "b", ".", "/", " ", "é", "e\u{301}", "\u{0}", "😀", ".png", "2", " 2", "\u{202E}", "ß", "\\",
      "\u{301}",
    ]
    let inputs = (0..<5000).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    var names = FileNames()
    var again = FileNames()
    let outputs = inputs.map { names.next(for: $0) }
    #expect(inputs.map { again.next(for: $0) } == outputs)
    #expect(Set(outputs.map { $0.uppercased().lowercased() }).count == outputs.count)
    for output in outputs {
      #expect(!output.isEmpty && !output.hasPrefix(".") && output.utf8.count <= 200)
      #expect(!output.unicodeScalars.contains { $0.value < 0x20 || $0 == "/" || $0 == "\\" })
    }
  }

  @Test("Many equal names are different, at a constant cost each, and long ones keep room for their numbers")
  func many() async throws {
    #if DEBUG
      let count = 6_000
    #else
      let count = 1_000_000
    #endif
    for name in ["Sunset", String(repeating: "é", count: 100)] {
      let (different, last) = await onThread {
        var names = FileNames()
        var seen: Set<String> = []
        for _ in 1..<count { seen.insert(names.next(for: name)) }
        let last = names.next(for: name)
        return (seen.union([last]), last)
      }
      #expect(different.count == count && different.contains(name))
      #expect(different.allSatisfy { $0.utf8.count <= FileNames.longest })
      #expect(last == "Sunset \(count)" || last.hasSuffix("é \(count)"))
    }
  }
}
