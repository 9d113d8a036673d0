import Foundation
import SampleServer
import TestSupport
import Transport

/// Something that goes wrong with a transfer, and what is said of it.
struct FaultCase: Sendable {
  let name: String
  /// Where the photo is that cannot be had.
  let url: String
  /// One of these is in the reason that a photo gets.
  let words: [String]
  /// The same for a list; nil where it would pass for one.
  var listWords: [String]?
  /// Holds the limits that end it; the others are out of the way.
  var limits: @Sendable (inout TransportConfiguration) -> Void = { _ in }

  var configuration: TransportConfiguration {
    var configuration = TransportConfiguration.patient
    limits(&configuration)
    return configuration
  }
}

/// The servers behind the faults, and the faults.
final class Faulty: Sendable {
  let cases: [FaultCase]
  private let sample: SampleServer
  private let sockets: [FaultySocket]
  private let secure: SecureServer?

  /// Kept as long as the faults are wanted.
  init() async throws {
    let sample = try SampleServer.start()
    self.sample = sample
    var (cases, sockets) = ([FaultCase](), [FaultySocket]())

    /// A photo of the sample server, which fails on purpose.
    func served(
      _ fault: Fault, _ words: String...,
      limits: @escaping @Sendable (inout TransportConfiguration) -> Void = { _ in }
    ) {
      cases.append(
        FaultCase(
          name: "sample: \(fault)", url: "\(sample.url)/monarchs/stephen.png?fail=\(fault)", words: words,
          limits: limits))
    }
    /// A socket, as a photo and as a list.
    func socket(
      _ name: String, _ words: String..., list: [String]? = nil, isList: Bool = true, scheme: String = "http",
      limits: @escaping @Sendable (inout TransportConfiguration) -> Void = { _ in },
      _ misbehave: @escaping @Sendable (FaultyConnection) -> Void
    ) throws {
      let socket = try FaultySocket(misbehave)
      sockets.append(socket)
      cases.append(
        FaultCase(
          name: name, url: "\(scheme)://127.0.0.1:\(socket.port)/photo.png", words: words,
          listWords: isList ? list ?? words : nil, limits: limits))
    }
    let stalls: @Sendable (inout TransportConfiguration) -> Void = { $0.stallTimeout = .milliseconds(300) }
    let total: @Sendable (inout TransportConfiguration) -> Void = { $0.totalTimeout = .milliseconds(700) }
    let connects: @Sendable (inout TransportConfiguration) -> Void = {
      $0.connectTimeout = .milliseconds(300)
    }

    served(.notFound, "not found (404)")
    served(.tooManyRequests, "too many requests")
    served(.serverError, "server error (500)")
    served(.unavailable, "server error (503)")
    served(.reset, "connection was lost")
    served(.cut, "cut short")
    served(.stall, "sent nothing for 0.3 s", limits: stalls)
    served(.length, "damaged PNG", "an incomplete PNG")
    served(.garbage, "not an image")

    cases.append(
      FaultCase(
        name: "refused", url: "http://127.0.0.1:1/photo.png", words: ["could not connect"],
        listWords: ["could not connect"]))
    try socket("closed before the head", "connection was lost") { $0.request() }
    try socket("reset before the head", "connection was lost") {
      $0.request()
      $0.reset()
    }
    try socket("reset after the head", "connection was lost", "cut short") {
      $0.request()
      $0.answer("Content-Length: 1000", body: [1, 2, 3])
      $0.reset()
    }
    try socket("half open", "sent nothing for 0.3 s", limits: stalls) { $0.untilLeft() }
    try socket("a byte at a time", "timed out after 0.7 s", limits: total) {
      $0.request()
      $0.answer("Content-Length: 1000000")
      $0.drip()
    }
    try socket("never closing", "sent nothing for 0.3 s", limits: stalls) {
      $0.request()
      $0.answer("Connection: close", body: [1, 2, 3])
      $0.untilLeft()
    }
    try socket("shorter than announced", "cut short") {
      $0.request()
      $0.answer("Content-Length: 1000", body: [1, 2, 3])
    }
    try socket("longer than announced", "not an image", list: ["not a list", "no list", "is not"]) {
      $0.request()
      $0.answer("Content-Length: 3", body: Array(repeating: 0, count: 1000))
    }
    try socket("a length that is none", "not a valid response", "curl") {
      $0.request()
      $0.answer("Content-Length: many", body: [1, 2, 3])
    }
    try socket("a wrong encoding", "not a valid response", "curl", "not an image") {
      $0.request()
      $0.answer("Content-Encoding: gzip", "Content-Length: 12", body: Array("not gzipped!".utf8))
    }
    try socket("chunks that are none", "not a valid response", "curl", "lost") {
      $0.request()
      $0.answer("Transfer-Encoding: chunked", body: Array("zzz\r\nabc".utf8))
    }
    try socket("no HTTP", "not a valid response") {
      $0.request()
      $0.send("SSH-2.0-nothing\r\n")
    }
    try socket("headers without end", "not a valid response", "curl") {
      $0.request()
      $0.send(
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "x", count: 1000))\r\n", count: 400)
      )
    }
    try socket("a redirect to itself", "more than 10 redirects") {
      $0.request()
      $0.send("HTTP/1.1 302 Found\r\nLocation: /photo.png\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    try socket("a redirect elsewhere", "something other than http") {
      $0.request()
      $0.send("HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/x\r\nContent-Length: 0\r\n\r\n")
    }
    try socket("304, though nothing is known", "the server answered 304") {
      $0.request()
      $0.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nConnection: close\r\n\r\n")
    }
    try socket("TLS: no hello", "could not make a secure connection", "connection was lost", scheme: "https")
    {
      $0.request()
      $0.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    try socket(
      "TLS: closed in the handshake", "could not make a secure connection", "connection was lost",
      scheme: "https"
    ) { $0.request() }
    try socket(
      "TLS: silent in the handshake", "could not connect within 0.3 s", scheme: "https", limits: connects
    ) { $0.untilLeft() }
    secure = SecureServer.isPossible ? try await SecureServer() : nil
    if let secure {
      let name = secure.url + "/photo.png"
      let words = ["could not make a secure connection"]
      cases.append(FaultCase(name: "TLS: nobody vouches", url: name, words: words, listWords: words))
      let misnamed = "https://localhost:\(secure.port)/photo.png"
      cases.append(
        FaultCase(name: "TLS: another name", url: misnamed, words: words, listWords: words) {
          [path = secure.certificate.certificate] in
          $0.caBundle = path
        })
    }
    cases.append(
      FaultCase(
        name: "DNS: no such host", url: "http://nowhere.invalid/photo.png",
        words: ["could not resolve the host"],
        listWords: ["could not resolve the host"]))
    self.cases = cases
    self.sockets = sockets
  }

  deinit { sample.stop() }
}
