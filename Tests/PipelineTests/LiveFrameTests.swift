import Foundation
import Testing

@testable import pipeline

@Suite("A live display") @MainActor
struct LiveFrameTests {
  private let pipe = Pipe()
  private var terminal: Terminal { Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

  /// The text written since the last call.
  private var written: String { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }

  @Test(
    "Each frame takes the place of the last one, and goes into no history, be it as high as the screen",
    arguments: [[3, 3], [3, 1, 2], [1, 3], [23, 23, 23], [30, 30], [23, 2, 23]])
  func replaced(heights: [Int]) throws {
    var height = 0
    let frame = LiveFrame(terminal) { _ in (0..<height).map { Line("\(height): \($0)") { $0 } } }
    var screen = DrawnScreen()
    // A line from the shell scrolls off when the first frame needs its row. Nothing scrolls off after that.
    screen.show("before\n")
    var history: Int?
    for next in heights {
      height = next
      frame.draw()
      screen.show(written)
      let shown = min(next, 23)
      let expected = (0..<shown).map { "\(next): \($0)" }
      #expect(Array(screen.rows[..<screen.row].suffix(shown)) == expected)
      #expect(screen.rows[screen.row...].allSatisfy { $0.isEmpty })
      if next == heights.max() {
        #expect(history == nil || history == screen.history)
        history = screen.history
      }
    }
    frame.stop()
    screen.show(written)
    #expect(screen.rows.allSatisfy { $0.isEmpty || $0 == "before" })
    #expect(screen.history == history)
  }

  /// The scalar widths of a terminal that agrees with this program, and of others that give every scalar zero,
  /// one or two columns.
  nonisolated private static let terminals: [@Sendable (Unicode.Scalar) -> Int] = [
    { columns(String($0)) }, { $0.isASCII ? 1 : 2 }, { _ in 1 }, { $0.value < 0x300 ? 1 : 0 },
  ]

  @Test(
    "Names of any script keep the frame and its columns, whichever width a terminal gives them",
    arguments: terminals.indices)
  func names(terminal kind: Int) throws {
    let frame = LiveFrame(terminal) { screen in
      [screen.line(Names.all.joined(), screen.style.bold)]
        + Names.all.map { screen.row(.done, $0, "filtered") }
    }
    var screen = DrawnScreen(width: Self.terminals[kind])
    for _ in 0..<3 {
      frame.draw()
      screen.show(written)
    }
    #expect(screen.row == 1 + Names.all.count && screen.history == 0)
    #expect((1...Names.all.count).map { screen.column(of: "filtered", in: $0) }.allSatisfy { $0 == 40 })
    #expect(screen.wraps)
    frame.stop { [$0.row(.failed, Names.all[0], "a reason")] }
    screen.show(written)
    #expect(screen.row == 1 && screen.wraps)
  }
}

/// Names with widths that differ between terminals.
enum Names {
  private static let some = [
    "हिन्दी में एक बहुत लंबा नाम, क्षत्रिय", "தமிழில் மிக நீளமான ஒரு பெயர்", "👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈", "🇩🇪🇫🇷🇮🇳🇯🇵", "東京の写真",
    "한국 사진", "한국", "Å̊̈ngström", "1️⃣2️⃣", "สวัสดีครับ",
  ]
  static let all = some + some.map { String(repeating: $0, count: 12) }
}
