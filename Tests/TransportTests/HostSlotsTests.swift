import Base
import Testing

@testable import Transport

@Suite("Slots")
struct HostSlotsTests {
  private func drain(_ slots: inout HostSlots<String>) -> [String] {
    var taken: [String] = []
    while let next = slots.next(where: { _ in true }) { taken.append(next) }
    return taken
  }

  @Test("Hosts take turns, so a long line at one holds up no other")
  func turns() {
    var slots = HostSlots<String>(perHost: 6, total: 4)
    for number in 1...100 { slots.add("a\(number)", host: "a") }
    slots.add("b1", host: "b")
    #expect(drain(&slots) == ["a1", "b1", "a2", "a3"])
  }

  @Test("Those given up take no slot, and one that comes back goes first")
  func givenUp() {
    var slots = HostSlots<String>(perHost: 1, total: 5)
    for number in 1...4 { slots.add("a\(number)", host: "a") }
    #expect(slots.next { $0 != "a1" } == "a2")
    slots.release(host: "a")
    slots.add("a2", host: "a", first: true)
    #expect(drain(&slots) == ["a2"])
    slots.release(host: "a")
    #expect(slots.next { $0 != "a3" } == "a4")
  }

  @Test("Whatever the order of adding, taking, releasing and giving up, limits hold and nothing is lost")
  func random() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<200 {
      var slots = HostSlots<Int>(perHost: 2, total: 5)
      var taken: [String: Int] = [:]
      var unwanted: Set<Int> = []
      var hosts: [Int: String] = [:]
      for number in 0..<300 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1:
          let host = String(Int.random(in: 0..<4, using: &generator))
          hosts[number] = host
          slots.add(number, host: host, first: Bool.random(using: &generator))
        case 2:
          if let next = slots.next(where: { !unwanted.contains($0) }),
            let host = hosts.removeValue(forKey: next)
          {
            taken[host, default: 0] += 1
            #expect(taken[host, default: 0] <= 2 && taken.values.reduce(0, +) <= 5)
            #expect(!unwanted.contains(next))
          }
        case 3:
          if let host = taken.first(where: { $0.value > 0 })?.key {
            taken[host, default: 0] -= 1
            slots.release(host: host)
          }
        default:
          if let any = hosts.keys.randomElement(using: &generator) {
            unwanted.insert(any)
            hosts[any] = nil
          }
        }
      }
      while !hosts.isEmpty || taken.values.contains(where: { $0 > 0 }) {
        while let next = slots.next(where: { !unwanted.contains($0) }) {
          guard let host = hosts.removeValue(forKey: next) else { break }
          taken[host, default: 0] += 1
        }
        guard let host = taken.first(where: { $0.value > 0 })?.key else { break }
        taken[host, default: 0] -= 1
        slots.release(host: host)
      }
      #expect(hosts.isEmpty, "\(hosts.count) were lost")
    }
  }
}
