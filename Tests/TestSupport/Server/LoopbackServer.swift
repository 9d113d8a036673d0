import Base
import Foundation
import WebServer

/// A web server on the loopback address that does with each request exactly what a test says. One thread
/// serves all connections, so that threads counted elsewhere are not its own.
public final class LoopbackServer: Sendable {
  public let port: UInt16
  private let isIPv6: Bool
  /// The connections accepted so far, and the requests read.
  public let accepted = Counter()
  public let requested = Counter()
  /// The connections that ended, by whichever side.
  public let ended = Counter()
  /// Opens when the port is free again.
  public let stopped = Gate()

  private struct Log {
    var requests: [Request] = []
    var open = 0
    var mostOpen = 0
    var isStopped = false
  }

  private let log = Locked(Log())
  private let wakeUp: Int32

  /// - Parameters:
  ///   - isIPv6: Whether it has the address ::1, and not 127.0.0.1.
  ///   - answer: Called on the server's thread for each request, and when a client begins to speak TLS.
  public init(isIPv6: Bool = false, _ answer: @escaping @Sendable (Request) -> Reply) throws {
    self.isIPv6 = isIPv6
    // macOS gives a process 256 files, and every connection takes two of them here.
    OpenFiles.raiseLimit()
    let listener = socket(isIPv6 ? AF_INET6 : AF_INET, streamType, 0)
    guard listener >= 0 else { throw POSIXError(.EMFILE) }
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_addr = in6addr_loopback
    let isBound = isIPv6 ? Self.bound(listener, &six) : Self.bound(listener, &four)
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: isIPv6 ? six.sin6_port : four.sin_port)

    var pipeEnds: [Int32] = [0, 0]
    guard pipe(&pipeEnds) == 0 else { throw POSIXError(.EMFILE) }
    for descriptor in pipeEnds + [listener] { setNonBlocking(descriptor) }
    wakeUp = pipeEnds[1]
    let thread = Thread { [self, wakeUp = pipeEnds[0]] in
      Loop(server: self, listener: listener, wakeUp: wakeUp, answer: answer).run()
    }
    thread.name = "test server"
    thread.start()
  }

  private static func bound<Address>(_ listener: Int32, _ address: inout Address) -> Bool {
    var length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 4096) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
  }

  public func url(_ path: String = "/") -> String {
    "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)\(path)"
  }

  public var requests: [Request] { log.withLock { $0.requests } }

  /// The most connections that were open at one time.
  public var mostOpen: Int { log.withLock { $0.mostOpen } }

  public func stop() {
    log.withLock { $0.isStopped = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeUp, &byte, 1)
  }

  private struct Connection {
    let descriptor: Int32
    let number: Int
    var input: [UInt8] = []
    var output: [UInt8] = []
    var steps: [Reply.Step] = []
    var isSilent = false
    var watched: Gate?
  }

  /// The server's thread.
  private final class Loop {
    let server: LoopbackServer
    let listener: Int32
    let wakeUp: Int32
    let answer: @Sendable (Request) -> Reply
    var connections: [Int32: Connection] = [:]
    var buffer = [UInt8](repeating: 0, count: 65536)

    init(
      server: LoopbackServer, listener: Int32, wakeUp: Int32, answer: @escaping @Sendable (Request) -> Reply
    ) {
      self.server = server
      self.listener = listener
      self.wakeUp = wakeUp
      self.answer = answer
    }

    func run() {
      while !server.log.withLock({ $0.isStopped }) {
        var polled = [
          pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        for connection in connections.values {
          let events = POLLIN | (connection.output.isEmpty ? 0 : POLLOUT)
          polled.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
        }
        let dripping = connections.values.filter { if case .drip? = $0.steps.first { true } else { false } }
        let ready = poll(&polled, nfds_t(polled.count), dripping.isEmpty ? -1 : 100)
        guard ready >= 0 || errno == EINTR else { break }
        if ready == 0 { for connection in dripping { connections[connection.descriptor]?.output = [0] } }
        if polled[1].revents != 0 { while read(wakeUp, &buffer, buffer.count) > 0 {} }
        for entry in polled.dropFirst(2) where entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
          receive(entry.fd)
        }
        if polled[0].revents != 0 { acceptAll() }
        for descriptor in connections.keys { work(descriptor) }
      }
      for descriptor in connections.keys { drop(descriptor) }
      close(listener)
      server.stopped.open()
    }

    func acceptAll() {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        setNonBlocking(descriptor)
        withoutBrokenPipes(descriptor)
        var yes: Int32 = 1
        setsockopt(
          descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        connections[descriptor] = Connection(descriptor: descriptor, number: server.accepted.count)
        server.log.withLock { log in
          log.open += 1
          log.mostOpen = max(log.mostOpen, log.open)
        }
        server.accepted.add()
      }
    }

    func receive(_ descriptor: Int32) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        connections[descriptor]?.input += buffer[..<count]
      } else if count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK) {
        drop(descriptor)
      }
    }

    /// Does all that can be done now for one connection.
    func work(_ descriptor: Int32) {
      while var connection = connections[descriptor] {
        if !connection.output.isEmpty {
          let sent = send(descriptor, connection.output, connection.output.count, noSignal)
          if sent > 0 { connections[descriptor]?.output.removeFirst(sent) }
          if sent < connection.output.count { return }
          continue
        }
        if connection.isSilent { return }
        if connection.steps.isEmpty {
          guard let request = nextRequest(&connection) else { return }
          connections[descriptor]?.input = connection.input
          connections[descriptor]?.steps = answer(request).steps
          continue
        }
        switch connection.steps[0] {
        case .send(let bytes): connections[descriptor]?.output = bytes
        case .wait(let gate):
          if !gate.isOpen {
            if connection.watched !== gate {
              connections[descriptor]?.watched = gate
              gate.whenOpen { [server] in server.wake() }
            }
            return
          }
        case .close:
          drop(descriptor)
          return
        case .reset:
          var lingering = linger(l_onoff: 1, l_linger: 0)
          setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
          drop(descriptor)
          return
        case .silence: connections[descriptor]?.isSilent = true
        case .drip: return
        }
        connections[descriptor]?.steps.removeFirst()
      }
    }

    func nextRequest(_ connection: inout Connection) -> Request? {
      let input = connection.input
      let isTLS = input.first == 0x16
      guard let end = isTLS ? input.count : input.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
        return nil
      }
      let head = isTLS ? "TLS handshake begun" : String(decoding: input[..<end].dropLast(4), as: UTF8.self)
      connection.input.removeSubrange(..<end)
      guard let request = Request(head: head, connection: connection.number) else { return nil }
      server.log.withLock { $0.requests.append(request) }
      server.requested.add()
      return request
    }

    func drop(_ descriptor: Int32) {
      guard connections.removeValue(forKey: descriptor) != nil else { return }
      close(descriptor)
      server.log.withLock { $0.open -= 1 }
      server.ended.add()
    }
  }
}

// To write to a connection that the client has closed must not end the tests: Linux is asked with each `send`, macOS once
// for each connection.
#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let noSignal = Int32(MSG_NOSIGNAL)
  private func withoutBrokenPipes(_ descriptor: Int32) {}
#else
  private let streamType = SOCK_STREAM
  private let noSignal: Int32 = 0
  private func withoutBrokenPipes(_ descriptor: Int32) {
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
  }
#endif

private func setNonBlocking(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}
