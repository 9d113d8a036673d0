import NIOConcurrencyHelpers

/// What a server has done so far.
public struct Counters: Sendable, Equatable {
  public internal(set) var requests = 0
  /// By path, without the query. Beyond 10,000 different paths, new ones are counted in `requests` alone.
  public internal(set) var requestsByPath: [String: Int] = [:]
  public internal(set) var connectionsOpen = 0
  public internal(set) var connectionsPeak = 0
  public internal(set) var connectionsTotal = 0
}

/// The counters, shared by every connection of a server.
final class Tally: Sendable {
  private let counters = NIOLockedValueBox(Counters())

  var snapshot: Counters { counters.withLockedValue { $0 } }

  func connectionOpened() {
    counters.withLockedValue {
      $0.connectionsOpen += 1
      $0.connectionsTotal += 1
      $0.connectionsPeak = max($0.connectionsPeak, $0.connectionsOpen)
    }
  }

  func connectionClosed() {
    counters.withLockedValue { $0.connectionsOpen -= 1 }
  }

  func requested(_ path: String) {
    counters.withLockedValue {
      $0.requests += 1
      if $0.requestsByPath.count < 10_000 || $0.requestsByPath[path] != nil {
        $0.requestsByPath[path, default: 0] += 1
      }
    }
  }
}
