import Imaging
import Painting
import Testing

@Suite("Painting")
struct PaintingTests {
  @Test("Every subject can be painted at every hour and at odd sizes", arguments: Landscape.Subject.allCases)
  func everySubject(subject: Landscape.Subject) {
    for (number, hour) in Landscape.Hour.allCases.enumerated() {
      let size = [(16, 16), (97, 31), (33, 120), (64, 48)][number % 4]
      let picture = Landscape(subject, hour, seed: UInt64(number)).picture(width: size.0, height: size.1)
      #expect(picture.width == size.0 && picture.height == size.1)
      let values = picture.withUnsafeBytes { Set($0) }
      #expect(values.count > 16, "\(subject) at \(hour) is flat")
    }
  }

  @Test("Another seed is another picture of the same subject, and the same seed the same one")
  func seeds() {
    func bytes(_ seed: UInt64) -> [UInt8] {
      Landscape(.alps, .morning, seed: seed).picture(width: 80, height: 60).withUnsafeBytes(Array.init)
    }
    #expect(bytes(1) == bytes(1))
    #expect(bytes(1) != bytes(2))
  }

  @Test("An oval has the same middle, and transparent corners")
  func oval() {
    let landscape = Landscape(.lake, .noon, seed: 3)
    let (whole, oval) = (
      landscape.picture(width: 60, height: 40), landscape.picture(width: 60, height: 40, isOval: true)
    )
    let middle = 20 * 60 + 30
    let before = whole.withUnsafeBytes { Array($0[middle * 3..<middle * 3 + 3]) }
    let after = oval.withUnsafeBytes { Array($0[middle * 4..<middle * 4 + 4]) }
    #expect(after == before + [255])
    #expect(oval.withUnsafeBytes { $0[3] } == 0)
  }
}
