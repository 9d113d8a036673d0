@testable import Imaging

extension PhotoMutator {
  /// Returns EXIF as a TIFF file: up to four directories that point to each other, with tags that the decoder looks
  /// for.
  mutating func tiff() -> [UInt8] {
    let isLittleEndian = chance(2)
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      HandMadePNG.number(value, size, littleEndian: isLittleEndian)
    }
    let tags = [
      0x0112, 0x8769, 0x8825, 0xA001, 0xA005, 1, 2, 4, 0x010F, 0x0110, 0x0132, 0x829A, 0x9003, 0x9286, 0xA434,
      0x927C,
    ]
    var starts = [8]
    let counts = (0...below(4)).map { _ in below(7) }
    for count in counts { starts.append((starts.last ?? 8) + 2 + 12 * count + 4) }
    var file = Array((isLittleEndian ? "II" : "MM").utf8) + number(chance(30) ? 43 : 42, 2)
    file += number(chance(12) ? self.number() : 8, 4)
    for count in counts {
      file += number(chance(12) ? self.number() : count, 2)
      for _ in 0..<count {
        let tag = one(tags)
        let isPointer = [0x8769, 0x8825, 0xA005].contains(tag)
        file += number(tag, 2) + number(isPointer ? 4 : below(15), 2)
        file += number(isPointer || chance(2) ? 1 : self.number(), 4)
        file += chance(8) ? bytes(4) : number(isPointer || chance(2) ? one(starts) : below(0x1_0000), 4)
      }
      file += number(0, 4)
    }
    file += bytes(below(80))
    if chance(6) { change(&file) }
    return file
  }

  /// Returns one of three kinds of ICC profile, possibly with a damaged header, tag table or tag.
  mutating func profile() -> [UInt8] {
    var profile = one(Self.profiles)
    guard profile.count > 140 else { return bytes(below(200)) }
    switch below(8) {
    case 0: break
    case 1: profile.replaceSubrange(0..<4, with: HandMadePNG.big(number()))
    case 2: profile.replaceSubrange(16..<20, with: Array(one(["RGB ", "GRAY", "CMYK", "Lab ", "XYZ "]).utf8))
    case 3: profile.replaceSubrange(20..<24, with: Array(one(["XYZ ", "Lab ", "RGB "]).utf8))
    case 4: profile.replaceSubrange(128..<132, with: HandMadePNG.big(number()))
    case 5:
      // The offset or the length of a tag.
      let entry = 132 + 12 * below(8) + 4 * (1 + below(2))
      if entry + 4 <= profile.count {
        profile.replaceSubrange(
          entry..<entry + 4, with: HandMadePNG.big(chance(2) ? number() : below(profile.count)))
      }
    case 6: profile = Array(profile.prefix(below(profile.count)))
    default: change(&profile)
    }
    return profile
  }

  /// RGB profiles with a parametric and a gamma curve, and the same with a grey colour space signature.
  private static let profiles: [[UInt8]] = {
    let made = [ICCProfile(gamma: nil, chromaticities: nil), ICCProfile(gamma: 45_455, chromaticities: nil)]
      .compactMap { $0?.bytes }
    return made + made.map { $0[..<16] + Array("GRAY".utf8) + $0[20...] }
  }()
}
