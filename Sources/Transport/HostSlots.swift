import DequeModule

/// Decides which transfer starts next. Transfers for the same host wait in first-come, first-served order
/// until both the host and the transport have a free slot. Hosts with a free slot take turns, so that a slow
/// host delays only its own transfers.
///
/// Adding, taking and releasing take constant time, except that `next` skips hosts that can't be sent a
/// request at the moment.
struct HostSlots<Element> {
  private struct Host {
    var waiting = Deque<Element>()
    var taken = 0
    /// Whether the host is in `turns`.
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

  /// Adds an element to the back of its host's line, or to the front.
  mutating func add(_ element: Element, host: String, first: Bool = false) {
    if first {
      hosts[host, default: Host()].waiting.prepend(element)
    } else {
      hosts[host, default: Host()].waiting.append(element)
    }
    update(host)
  }

  /// Takes a free slot and removes the next element that can use it. Elements that are no longer wanted are
  /// dropped.
  ///
  /// - Parameter mayAsk: Returns whether a request may be sent to a host now. It is called for each host that
  ///   has a free slot and a waiting element.
  mutating func next(where isWanted: (Element) -> Bool, mayAsk: (String) -> Bool = { _ in true }) -> Element?
  {
    var closed: [String] = []
    // Hosts that were skipped keep their turns.
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

  /// Calls `body` with each element that is waiting for a host.
  func forEachWaiting(for host: String, _ body: (Element) -> Void) { hosts[host]?.waiting.forEach(body) }

  /// Releases a slot of the host.
  mutating func release(host: String) {
    guard hosts[host] != nil else { return }
    hosts[host]?.taken -= 1
    taken -= 1
    update(host)
  }

  /// Gives a host a turn if it can use one, and forgets a host that has no transfers.
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
