import Testing

@testable import Transport
@testable import pipeline

@Suite("A list on a live display")
struct LiveListTests {
  @Test("The remaining time isn't estimated while a host holds back everything in progress")
  func remaining() {
    let held = TransferWait(reason: .http(status: 429), until: nil)
    let inLine = TransferWait(reason: nil, until: nil)
    #expect(LiveList.remaining(10, speed: 2, [held, held]) == nil)
    #expect(LiveList.remaining(10, speed: 2, [held, nil]) == 5)
    #expect(LiveList.remaining(10, speed: 2, [inLine]) == 5)
    #expect(LiveList.remaining(10, speed: 2, []) == 5)
    #expect(LiveList.remaining(10, speed: 0, []) == nil && LiveList.remaining(10, speed: nil, []) == nil)
  }
}
