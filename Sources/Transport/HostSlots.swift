import DequeModule

/// Who may go next: transfers wait here, in the order in which they came for each host, until their host and
/// the whole have a slot free. Hosts with a free slot take turns, so that a slow one holds up only itself.
///
/// Adding, taking and releasing cost the same however many wait.
struct HostSlots<Element> {
  private struct Host {
    var waiting = Deque<Element>()
    var taken = 0
    /// Whether the host stands in `turns`.
    var hasTurn = false
  }

  private let perHost: Int
  private let total: Int
  private var hosts: [String: Host] = [:]
  private var turns = Deque<String>()
  private var taken = 0

  init(perHost: Int, total: Int) {
    self.perHost = max(perHost, 1)
    self.total = max(total, 1)
  }

  /// The number of elements waiting, those since given up included.
  private(set) var waitingCount = 0

  /// Adds an element at the end of its host's line, or at its front.
  mutating func add(_ element: Element, host name: String, first: Bool = false) {
    var host = hosts.removeValue(forKey: name) ?? Host()
    if first { host.waiting.prepend(element) } else { host.waiting.append(element) }
    waitingCount += 1
    giveTurn(&host, name)
    hosts[name] = host
  }

  /// Takes the next element that has a free slot, and the slot; elements that are no longer wanted are
  /// dropped on the way.
  mutating func next(where isWanted: (Element) -> Bool) -> Element? {
    while taken < total, let name = turns.popFirst() {
      guard var host = hosts.removeValue(forKey: name) else { continue }
      host.hasTurn = false
      var found: Element?
      while found == nil, host.taken < perHost, let element = host.waiting.popFirst() {
        waitingCount -= 1
        if isWanted(element) { found = element }
      }
      if found != nil {
        host.taken += 1
        taken += 1
      }
      giveTurn(&host, name)
      keep(host, name)
      if let found { return found }
    }
    return nil
  }

  /// Gives back a slot.
  mutating func release(host name: String) {
    guard var host = hosts.removeValue(forKey: name) else { return }
    host.taken -= 1
    taken -= 1
    giveTurn(&host, name)
    keep(host, name)
  }

  /// Forgets elements that are no longer wanted, so that a host whose slots are all taken does not keep them.
  mutating func sweep(where isWanted: (Element) -> Bool) {
    for name in hosts.keys {
      let before = hosts[name]?.waiting.count ?? 0
      hosts[name]?.waiting.removeAll { !isWanted($0) }
      waitingCount -= before - (hosts[name]?.waiting.count ?? 0)
    }
    hosts = hosts.filter { $0.value.taken > 0 || $0.value.waiting.count > 0 }
  }

  private mutating func giveTurn(_ host: inout Host, _ name: String) {
    guard !host.hasTurn, host.taken < perHost, host.waiting.count > 0 else { return }
    host.hasTurn = true
    turns.append(name)
  }

  private mutating func keep(_ host: Host, _ name: String) {
    if host.taken > 0 || host.waiting.count > 0 { hosts[name] = host }
  }
}
