import Base
import NIOCore
import NIOEmbedded
import Testing

@testable import WebServer

@Suite("Requests that don't arrive")
struct RequestDeadlineTests {
  private static let patience = TimeAmount(WebServer.patience)
  private let channel = EmbeddedChannel()
  /// The closures that send the responses of requests so far.
  private let responders = Locked<[@Sendable (Response) -> Void]>([])

  init() throws {
    let responders = responders
    let connection = Connection(
      handler: { _ in .later { respond in responders.withLock { $0.append(respond) } } },
      counters: Locked(Counters()), isRunning: Locked(true))
    try WebServer.addHandlers(to: channel, WebServer.patience, connection)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func receive(_ text: String) throws { _ = try channel.writeInbound(ByteBuffer(string: text)) }

  private func wait(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

  @Test(
    "A request that hasn't arrived after ten seconds ends its connection",
    arguments: [
      "", "G", "GET / HTTP/1.1\r\nHost: t\r\n", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ])
  func halfSent(text: String) throws {
    try receive(text)
    wait(Self.patience - .nanoseconds(1))
    #expect(channel.isActive)
    wait(.nanoseconds(1))
    #expect(!channel.isActive)
  }

  @Test("A request that arrives byte by byte has the same ten seconds in all")
  func drip() throws {
    var seconds = 0
    for letter in "GET / HTTP/1.1\r\nHost: t\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyyyyy" where channel.isActive {
      try receive(String(letter))
      wait(.seconds(1))
      seconds += 1
    }
    #expect(.seconds(Int64(seconds)) == Self.patience)
  }

  @Test("A response may take any time, and the next request has ten seconds after it")
  func slowResponse() throws {
    let request = "GET / HTTP/1.1\r\nHost: t\r\n\r\n"
    // The first arrives with the second and a part of the third.
    try receive(request + request + "GET / HT")
    for count in 1...2 {
      wait(.hours(1))
      #expect(channel.isActive && responders.value.count == count)
      responders.value.last?(.text("response"))
      channel.embeddedEventLoop.run()
    }
    wait(Self.patience - .nanoseconds(1))
    #expect(channel.isActive)
    wait(.nanoseconds(1))
    #expect(!channel.isActive)
  }
}
