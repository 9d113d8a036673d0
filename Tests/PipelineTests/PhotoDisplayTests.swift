import Testing

@testable import Transport
@testable import pipeline

@Suite("The display of a run")
struct PhotoDisplayTests {
  @Test("The remaining time isn't estimated while a host holds back everything in progress")
  func remaining() {
    let held = TransferWait(reason: .http(status: 429), until: nil)
    let inLine = TransferWait(reason: nil, until: nil)
    #expect(PhotoDisplay.remaining(10, speed: 2, [held, held]) == nil)
    #expect(PhotoDisplay.remaining(10, speed: 2, [held, nil]) == 5)
    #expect(PhotoDisplay.remaining(10, speed: 2, [inLine]) == 5)
    #expect(PhotoDisplay.remaining(10, speed: 2, []) == 5)
    #expect(
      PhotoDisplay.remaining(10, speed: 0, []) == nil && PhotoDisplay.remaining(10, speed: nil, []) == nil)
  }
}
