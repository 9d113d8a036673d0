import TestSupport
import Testing

@testable import Imaging

/// Tests of decoding whose result is no longer wanted.
@Suite struct UnwantedTests {
  @Test("A PNG is given up between rows, however narrow they are", arguments: [false, true])
  func narrow(libpngAlone: Bool) throws {
    let file = try encodePNG(Picture.gradient(width: 1, height: 1_000_000), settings: PNGSettings(.fast))
    for wanted in 0..<4 {
      let asked = Counter()
      #expect(throws: ImagingError.cancelled) {
        try decodePNG(file, libpngAlone: libpngAlone) { asked.add() <= wanted }
      }
    }
  }

  @Test("A PNG is given up between its chunks, of which none has a pixel", arguments: ["IDAT", "tEXt"])
  func chunks(name: String) {
    let file = HandMadePNG(width: 4, height: 4).file
    let more = Array(
      repeating: HandMadePNG.chunk(name, name == "tEXt" ? Array("a\0b".utf8) : []), count: 1000)
    let end = HandMadePNG.chunk("IEND", [])
    let asked = Counter()
    #expect(throws: ImagingError.cancelled) {
      try decodePNG(file.dropLast(end.count) + more.joined() + end, isWanted: { asked.add() < 100 })
    }
    // The other decoder also asks once before it gives up.
    #expect(asked.count <= 101)
  }
}
