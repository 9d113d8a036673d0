/// What a server has done so far.
public struct Counters: Sendable, Equatable {
  public internal(set) var requests = 0
  /// By path, without the query. Beyond 10,000 different paths, new ones are counted in `requests` alone.
  public internal(set) var requestsByPath: [String: Int] = [:]
  public internal(set) var connectionsOpen = 0
  public internal(set) var connectionsPeak = 0
  public internal(set) var connectionsTotal = 0

  mutating func connectionOpened() {
    connectionsOpen += 1
    connectionsTotal += 1
    connectionsPeak = max(connectionsPeak, connectionsOpen)
  }

  mutating func requested(_ path: String) {
    requests += 1
    if requestsByPath.count < 10_000 || requestsByPath[path] != nil { requestsByPath[path, default: 0] += 1 }
  }
}
