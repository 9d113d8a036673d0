import Foundation
import Testing

@testable import Timelines

@Suite("The palette")
struct PaletteTests {
  /// Returns the contrast ratio of two colours, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
  private func contrast(_ one: String, _ other: String) -> Double {
    let lights = [one, other].map(luminance).sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func luminance(_ color: String) -> Double {
    let number = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift -> Double in
      let value = Double((number >> shift) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test("As text, every colour has a contrast of at least 4.5 on its grounds")
  func readable() {
    let grounds = Palette.all.filter { ["ground", "panel"].contains($0.name) }
    let texts = Palette.all.filter { !["ground", "panel", "rule"].contains($0.name) }
    #expect(grounds.count == 2 && texts.count == 6)
    for ground in grounds {
      for text in texts {
        #expect(contrast(text.light, ground.light) >= 4.5, "\(text.name) on \(ground.name)")
        #expect(contrast(text.dark, ground.dark) >= 4.5, "\(text.name) on \(ground.name)")
      }
    }
    #expect(abs(contrast("#000000", "#ffffff") - 21) < 0.001)
  }

  @Test("Each colour is a property, in light and dark")
  func properties() {
    let sheet = Palette.styleSheet()
    for color in Palette.allCases {
      #expect(sheet.contains("--\(color.rawValue):\(color.colors.light)"))
      #expect(sheet.contains("--\(color.rawValue):\(color.colors.dark)"))
      #expect(Palette.engines.contains("[data-engine=\"\(color.rawValue)\"]{--hue:\(color.property)}"))
    }
    #expect(Palette(engine: "another") == .serial)
  }
}
