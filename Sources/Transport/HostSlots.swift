import DequeModule

/// Decides which transfer goes next. Transfers wait here, first come, first served for each host, until their host and
/// the transport both have a free slot. Hosts with a free slot take turns, so that a slow one holds up only itself.
///
/// Adding, taking and releasing take constant time, apart from hosts that may not be asked at the moment.
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

  /// Adds an element at the end of its host's line, or at its front.
  mutating func add(_ element: Element, host: String, first: Bool = false) {
    if first {
      hosts[host, default: Host()].waiting.prepend(element)
    } else {
      hosts[host, default: Host()].waiting.append(element)
    }
    update(host)
  }

  /// Takes the next element that has a free slot, and the slot; elements that are no longer wanted are
  /// dropped on the way.
  /// - Parameter mayAsk: whether a host may be asked now. Called for each host with a free slot and a waiting element.
  mutating func next(where isWanted: (Element) -> Bool, mayAsk: (String) -> Bool = { _ in true }) -> Element?
  {
    var closed: [String] = []
    // They keep their turns.
    defer { turns.append(contentsOf: closed) }
    while taken < total, let host = turns.popFirst() {
      guard mayAsk(host) else {
        closed.append(host)
        continue
      }
      hosts[host]?.hasTurn = false
      guard let taken = hosts[host]?.taken, taken < perHost else { continue }
      var found: Element?
      while found == nil, let element = hosts[host]?.waiting.popFirst() {
        if isWanted(element) { found = element }
      }
      if found != nil {
        hosts[host]?.taken += 1
        self.taken += 1
      }
      update(host)
      if let found { return found }
    }
    return nil
  }

  /// Calls `body` with the elements that wait for a host.
  func forEachWaiting(for host: String, _ body: (Element) -> Void) { hosts[host]?.waiting.forEach(body) }

  /// Gives back a slot.
  mutating func release(host: String) {
    guard hosts[host] != nil else { return }
    hosts[host]?.taken -= 1
    taken -= 1
    update(host)
  }

  /// Gives a host a turn where it can use one, and forgets one without transfers.
  private mutating func update(_ name: String) {
    guard let host = hosts[name] else { return }
    if host.taken == 0, host.waiting.isEmpty {
      hosts[name] = nil
    } else if !host.hasTurn, host.taken < perHost, !host.waiting.isEmpty {
      hosts[name]?.hasTurn = true
      turns.append(name)
    }
  }
}
