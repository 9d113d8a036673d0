import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("Fetching")
final class FetchTests: TransferTests {
  @Test("A body arrives whole, with what the server said of it")
  func body() async throws {
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try servers.start { _ in
      .ok(
        body,
        headers: [
          "Content-Type: image/png", "ETag: \"v1\"", "Last-Modified: Sat, 01 Jan 2022 00:00:00 GMT",
        ])
    }
    let outcome = await transport.get(server.url("/photo.png"))
    let response = try outcome.get()
    #expect(response.head.status == 200)
    #expect(outcome.bytes == body)
    #expect(response.head.effectiveURL == server.url("/photo.png"))
    #expect((response.head.contentType, response.head.etag) == ("image/png", "\"v1\""))
    #expect(response.head.lastModified == "Sat, 01 Jan 2022 00:00:00 GMT")
    #expect(response.head.contentLength?.count == 300_000)
    #expect((response.attempts, response.newConnections) == (1, 1))
  }

  @Test("A tag that isn't UTF-8 is left out, because text can't carry it back to the server")
  func tag() async throws {
    let head =
      Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nETag: \"caf".utf8) + [0xE9] + Array("\"\r\n\r\n".utf8)
    let server = try servers.start { _ in .steps(.send(head)) }
    let response = try await transport.get(server.url()).get()
    #expect(response.head.etag == nil)
  }

  @Test("Bodies that are empty, chunked or ended by the connection's end are whole")
  func framings() async throws {
    let server = try servers.start { request in
      switch request.target {
      case "/empty": .ok("")
      case "/none": .steps(.send(Reply.head(204, [])))
      case "/chunked":
        .steps(
          .send(Reply.head(200, ["Transfer-Encoding: chunked"])),
          .send(Array("3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n".utf8)))
      default: .steps(.send(Reply.head(200, [])), .send(Array("until the end".utf8)), .close)
      }
    }
    #expect(await transport.get(server.url("/empty")).text == "")
    #expect(await transport.get(server.url("/none")).text == "")
    #expect(await transport.get(server.url("/chunked")).text == "abcdefg")
    #expect(await transport.get(server.url("/closed")).text == "until the end")
  }

  @Test("Compression is asked for where the request allows it, and undone")
  func compression() async throws {
    // "one,two,three," eight times, compressed by gzip.
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8vPS9UpKc/XKckoSk3Vyac5DwBNz1PYcAAAAA=="))
    let server = try servers.start { request in
      request.headers["accept-encoding"]?.contains("gzip") == true
        ? .ok(Array(packed), headers: ["Content-Encoding: gzip"]) : .ok("plain")
    }
    let list = await transport.get(TransferRequest(server.url()) { $0.acceptsCompression = true })
    #expect(list.text == String(repeating: "one,two,three,", count: 8))
    #expect(await transport.get(server.url()).text == "plain")
  }

  @Test("Redirects are followed, whatever comes with them, and the last URL is reported; a bad one fails")
  func redirects() async throws {
    let server = try servers.start { request in
      switch request.target {
      case "/a/1": .redirect(to: "2?x=1", status: 301)
      case "/a/2?x=1":
        .status(307, [UInt8](repeating: 120, count: 100_000), headers: ["Location: /a photo"])
      case "/a%20photo": .ok("here")
      default: .redirect(to: "http://[bad/")
      }
    }
    let outcome = await transport.get(server.url("/a/1"))
    #expect(outcome.text == "here")
    #expect(try outcome.get().head.effectiveURL == server.url("/a%20photo"))
    #expect(try outcome.get().attempts == 1)
    let bad = await transport.get(server.url("/bad")).reason
    #expect(bad?.description.contains("a redirect to something that is not a URL (") == true)
  }

  @Test("After the limit of redirects it ends, with the limit's number")
  func tooManyRedirects() async throws {
    let server = try servers.start { request in
      let step = Int(request.target.dropFirst()) ?? 0
      return step == 0 ? .ok("end") : .redirect(to: "/\(step - 1)")
    }
    #expect(await transport.get(server.url("/20")).text == "end")
    #expect(await transport.get(server.url("/21")).reason == .tooManyRedirects(limit: 20))
  }

  @Test(
    "A redirect to anything but http or https is refused, and one without a target is an answer like any other",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "dict://127.0.0.1/", ""])
  func redirectElsewhere(target: String) async throws {
    let server = try servers.start { _ in .redirect(to: target) }
    // Permission to read files applies to the requested URL, not to the targets of redirects.
    let reason = await transport.get(TransferRequest(server.url()) { $0.allowsFile = true }).reason
    let refusal = TransferError.Reason.badAnswer("a redirect to something other than http or https")
    #expect(reason == (target.isEmpty ? .http(status: 302) : refusal))
  }

  @Test("A header that would smuggle in another is refused")
  func smuggledHeader() async throws {
    for header in [("X", "a\r\nY: b"), ("X\n", "a"), ("", "a"), ("X:", "a")] {
      let request = TransferRequest(url: "http://127.0.0.1:1/", headers: [header])
      let refused = await transport.get(request).reason?.description
      #expect(refused?.hasSuffix("cannot be sent") == true, "\(header) was accepted")
    }
    let own = Transport(.with { $0.headers = [("X", "a\r\nY: b")] })
    #expect(await own.get("http://127.0.0.1:1/").reason == .other("the header 'X' cannot be sent"))
  }

  @Test("A redirect's bytes are kept, whether they are UTF-8 or not")
  func redirectBytes() async throws {
    let server = try servers.start { request in
      if request.target != "/" { return .ok(request.target) }
      let location = Array("Location: /caf".utf8) + [0xE9] + Array("/\u{E9}.jpg\r\n\r\n".utf8)
      return .steps(.send(Reply.head(302, ["Content-Length: 0"]).dropLast(2) + location))
    }
    #expect(await transport.get(server.url()).text == "/caf%E9/%C3%A9.jpg")
  }

  @Test("Validators bring 304, a Range brings 206, and neither is accepted unasked")
  func partsAndValidators() async throws {
    let server = try servers.start { request in
      request.target == "/same"
        ? .steps(.send(Reply.head(304, ["ETag: \"v1\""])))
        : .status(206, Array("bcd".utf8), headers: ["Content-Range: bytes 1-3/10"])
    }
    let same = await transport.get(
      TransferRequest(url: server.url("/same"), headers: [("If-None-Match", "\"v1\"")]))
    #expect(try same.get().head.status == 304)
    #expect(same.text == "")
    let part = await transport.get(
      TransferRequest(url: server.url("/part"), headers: [("Range", "bytes=1-3")]))
    #expect(try part.get().head.status == 206)
    #expect(try part.get().head.contentRange == "bytes 1-3/10")
    #expect(part.text == "bcd")
    #expect(await transport.get(server.url("/same")).reason == .http(status: 304))
    let unasked = await transport.get(server.url("/part")).reason
    #expect(unasked == .badAnswer("a part of the body that was not requested (206)"))
  }

  @Test("Bytes can be counted while they arrive")
  func counting() async throws {
    let gate = Gate()
    let server = try servers.start { _ in
      .steps(
        .send(Reply.head(200, ["Content-Length: 10"]) + Array("12345".utf8)), .wait(gate),
        .send(Array("67890".utf8)))
    }
    let arrived = Gate()
    let (transfer, end) = transport.begin(server.url()) { _ in arrived.open() }
    await arrived.wait()
    #expect(transfer.bytesReceived == 5)
    gate.open()
    _ = try await end.value.get()
    #expect(transfer.bytesReceived == 10)
  }
}

@Suite("Files")
struct FileTests {
  @Test("A file is read only where the list may name files and private addresses are not blocked")
  func file() async throws {
    let folder = try Folder()
    let body = String(repeating: "inside ", count: 20_000)
    try folder.write(body, to: "a photo")
    let request = TransferRequest("file://\(folder.path)/a photo") { $0.allowsFile = true }
    let transport = Transport(.with { $0.maxBytes = body.utf8.count })
    let outcome = await transport.get(request)
    #expect(outcome.text == body)
    #expect(try outcome.get().head.status == 200)
    #expect(await transport.get(request.url).reason == .fileNotAllowed)
    var limited = request
    limited.maxBytes = body.utf8.count - 1
    #expect(await transport.get(limited).reason == .tooLarge(limit: body.utf8.count - 1))
    let refused = await Transport(.with { $0.blockPrivate = true }).get(request)
    #expect(refused.reason == .refusedAddress("it is a file on this machine"))
  }

  @Test("A file that is not there is named; a folder or a device is not read")
  func notAFile() async {
    let transport = Transport(.with { _ in })
    func reason(_ path: String) async -> TransferError.Reason? {
      await transport.get(TransferRequest("file://\(path)") { $0.allowsFile = true }).reason
    }
    #expect(await reason("/no/such/photo.png") == .other("no such file: /no/such/photo.png"))
    #expect(await reason("/tmp") == .other("/tmp is not a plain file"))
    #expect(await reason("/dev/zero") == .other("/dev/zero is not a plain file"))
  }
}
