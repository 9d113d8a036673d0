import SampleServer
import TestSupport
import Transport

/// A failure of a transfer, and the expected error messages.
struct FaultCase: Sendable {
  /// Sets the limits that end the transfer. The other limits are too long to matter.
  typealias Limits = @Sendable (inout TransportSettings) -> Void

  let name: String
  /// The URL of the photo that can't be downloaded.
  let url: String
  /// Words for the photo's failure. Its reason has to contain at least one of them.
  let words: [String]
  /// Words for a list's failure, or nil if a list with this fault would be accepted.
  var listWords: [String]?
  /// The workload to which the fault does no harm, because it doesn't look at the photos' pixels.
  var harmless: FaultedWorkload?
  var limits: Limits = { _ in }

  var configuration: TransportSettings { .with(limits) }
}

/// The faults and the servers that produce them.
final class Faulty: Sendable {
  let cases: [FaultCase]
  private let sample: SampleServer
  private let sockets: [LoopbackServer]
  private let secure: SecureServer?

  /// A PNG file of 65 bytes that is valid except for the size in its header.
  private static let hugePNG: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 2, 0, 0, 0, 0x9B, 0xAB, 0x9C, 0x31]
    + [0, 0, 0, 8, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 3, 0, 0, 0, 0, 1, 0x48, 6, 0x89, 0xD2]
    + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Starts the servers. Keep this object as long as the faults are used.
  init() async throws {
    let sample = try SampleServer()
    self.sample = sample
    var (cases, sockets) = ([FaultCase](), [LoopbackServer]())

    /// Adds a fault of a photo and, unless `list` is nil, of a list.
    func add(
      _ name: String, _ url: String, _ words: [String], list: [String]?,
      limits: @escaping FaultCase.Limits = { _ in }
    ) {
      cases.append(FaultCase(name: name, url: url, words: words, listWords: list, limits: limits))
    }
    /// Adds a photo of the sample server that fails deliberately.
    func served(_ fault: Fault, _ words: String..., limits: @escaping FaultCase.Limits = { _ in }) {
      let url = "\(sample.url)/monarchs/stephen.png?fail=\(fault)"
      add("sample: \(fault)", url, words, list: nil, limits: limits)
    }
    /// Adds a server that replies with these steps and closes the connection, for a photo and for a list.
    func socket(
      _ name: String, _ words: String..., list: [String]? = nil, scheme: String = "http",
      limits: @escaping FaultCase.Limits = { _ in }, steps: [Reply.Step]
    ) throws {
      let socket = try LoopbackServer { _ in Reply(steps: steps + [.close]) }
      sockets.append(socket)
      let url = "\(scheme)://127.0.0.1:\(socket.port)/photo.png"
      add(name, url, words, list: list ?? words, limits: limits)
    }
    let stalls: FaultCase.Limits = { $0.stallTimeout = .milliseconds(300) }
    let total: FaultCase.Limits = { $0.totalTimeout = .milliseconds(700) }
    let connects: FaultCase.Limits = { $0.connectTimeout = .milliseconds(300) }

    served(.notFound, "not found (404)")
    served(.tooManyRequests, "too many requests")
    served(.serverError, "server error (500)")
    served(.unavailable, "server error (503)")
    served(.reset, "connection was lost")
    served(.cut, "cut short")
    served(.stall, "sent nothing for 0.3 s", limits: stalls)
    served(.length, "damaged PNG", "an incomplete PNG")
    served(.garbage, "not an image")

    add("refused", "http://127.0.0.1:1/photo.png", ["could not connect"], list: ["could not connect"])
    func answer(_ headers: String..., body: [UInt8] = []) -> Reply.Step {
      .send(Reply.head(200, headers) + body)
    }
    func text(_ text: String) -> Reply.Step { .send(Array(text.utf8)) }

    let huge = try LoopbackServer { _ in .ok(Self.hugePNG) }
    cases.append(
      FaultCase(
        name: "more pixels than can be counted", url: huge.url("/photo.png"),
        words: ["2147483647 × 2147483647 exceeds the limit of 100 MP"], harmless: .download))
    try socket("closed before the head", "connection was lost", steps: [])
    try socket("reset before the head", "connection was lost", steps: [.reset])
    try socket(
      "reset after the head", "connection was lost", "cut short",
      steps: [answer("Content-Length: 1000", body: [1, 2, 3]), .reset])
    try socket("half open", "sent nothing for 0.3 s", limits: stalls, steps: [.silence])
    try socket(
      "a byte at a time", "timed out after 0.7 s", limits: total,
      steps: [answer("Content-Length: 1000000"), .drip])
    try socket(
      "never closing", "sent nothing for 0.3 s", limits: stalls,
      steps: [answer("Connection: close", body: [1, 2, 3]), .silence])
    try socket(
      "shorter than announced", "cut short", steps: [answer("Content-Length: 1000", body: [1, 2, 3])])
    try socket(
      "longer than announced", "not an image", list: ["not a list", "no list", "is not"],
      steps: [answer("Content-Length: 3", body: Array(repeating: 0, count: 1000))])
    try socket(
      "a length that is none", "not a valid response", "curl",
      steps: [answer("Content-Length: many", body: [1, 2, 3])])
    try socket(
      "a wrong encoding", "not an image", "list",
      steps: [
        answer("Content-Encoding: gzip", "Content-Length: 12", body: Array("not gzipped!".utf8))
      ])
    try socket(
      "chunks that are none", "not a valid response", "curl", "lost",
      steps: [answer("Transfer-Encoding: chunked", body: Array("zzz\r\nabc".utf8))])
    try socket("no HTTP", "not a valid response", steps: [text("SSH-2.0-nothing\r\n")])
    let line = "X: \(String(repeating: "x", count: 1000))\r\n"
    try socket(
      "headers without end", "not a valid response", "curl",
      steps: [text("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 400))])
    try socket(
      "a redirect to itself", "more than 20 redirects",
      steps: Reply.status(302, headers: ["Location: /photo.png", "Connection: close"]).steps)
    try socket(
      "a redirect elsewhere", "something other than http",
      steps: Reply.redirect(to: "ftp://127.0.0.1/x").steps)
    try socket(
      "304, though nothing is known", "the server answered 304",
      steps: [.send(Reply.head(304, ["ETag: \"1\"", "Connection: close"]))])
    let insecure = ["could not make a secure connection", "connection was lost"]
    try socket(
      "TLS: no hello", insecure[0], insecure[1], scheme: "https",
      steps: [text("HTTP/1.1 400 Bad Request\r\n\r\n")])
    try socket("TLS: closed in the handshake", "could not connect", scheme: "https", steps: [])
    try socket(
      "TLS: silent in the handshake", "could not connect within 0.3 s", scheme: "https", limits: connects,
      steps: [.silence])
    secure = Tool.openssl.isHere ? try await SecureServer() : nil
    if let secure {
      let name = secure.url + "/photo.png"
      let words = ["could not make a secure connection"]
      add("TLS: nobody vouches", name, words, list: words)
      let misnamed = "https://localhost:\(secure.port)/photo.png"
      let path = secure.certificate.certificate
      add("TLS: another name", misnamed, words, list: words) { $0.caBundle = path }
    }
    let unresolved = ["could not resolve the host"]
    add("DNS: no such host", "http://nowhere.invalid/photo.png", unresolved, list: unresolved)
    self.cases = cases
    self.sockets = sockets + [huge]
  }

  deinit {
    sample.stop()
    for socket in sockets { socket.stop() }
  }
}
