import Testing

@testable import Transport

@Suite("URLs")
struct CheckedURLTests {
  private func reason(_ text: String) -> TransferError.Reason? {
    do throws(TransferError) {
      _ = try CheckedURL(text, allowsFile: false)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "What is not a URL is refused with a reason",
    arguments: [
      "", "   ", "photo.png", "http://", "://x", "http://a\0b/", "http://host:99999/", "http://[::1/",
      "http://ho st/",
    ])
  func malformed(text: String) {
    #expect(reason(text)?.description.wholeMatch(of: /not a URL \(.+\)/) != nil)
  }

  @Test(
    "A redirect's target may be relative, and keeps the name and the password on the same server alone",
    arguments: [
      ("/b c", "http://u:p@h.test/b%20c"), ("d?e", "http://u:p@h.test/a/d?e"),
      ("//i.test/", "http://i.test/"),
      ("http://H.test:80/é", "http://u:p@H.test:80/%C3%A9"), ("https://h.test/", "https://h.test/"),
      ("http://v@h.test/", "http://v@h.test/"), ("http://h.test:81/", "http://h.test:81/"),
    ])
  func redirected(location: String, target: String) throws {
    let url = try CheckedURL("http://u:p@h.test/a/b", allowsFile: false)
    #expect(try url.redirected(to: location.utf8).text == target)
  }

  @Test("A control character is refused in a host, and encoded where curl's parser would take it")
  func control() throws {
    #expect(throws: TransferError.self) { try CheckedURL("http://h\u{0F}/", allowsFile: true) }
    #expect(try CheckedURL("file:///\u{0F}#`", allowsFile: true).text == "file:///%0F#%60")
  }

  @Test(
    "Schemes other than http and https are refused by name",
    arguments: ["ftp", "gopher", "dict", "smb", "ldap", "data", "javascript"])
  func schemes(scheme: String) {
    #expect(reason("\(scheme)://host/x") == .other("unsupported URL scheme '\(scheme)'"))
  }

  @Test("The limit per host goes by host and port, however they are written")
  func hosts() throws {
    func host(_ text: String) throws -> String { try CheckedURL(text, allowsFile: false).host }
    #expect(try host("http://Example.COM/a") == "example.com:80")
    #expect(try host("http://example.com:80/b") == "example.com:80")
    #expect(try host("HTTPS://example.com/c") == "example.com:443")
    #expect(try host("http://example.com:8080") == "example.com:8080")
  }

  @Test("Spaces and letters beyond ASCII in a path are encoded; what is encoded already stays")
  func encoding() throws {
    func text(_ text: String) throws -> String { try CheckedURL(text, allowsFile: false).text }
    #expect(try text(" http://h/a b.png\n") == "http://h/a%20b.png")
    #expect(try text("http://h/Zürich.jpg?q=é") == "http://h/Z%C3%BCrich.jpg?q=%C3%A9")
    #expect(try text("http://h/a%20b") == "http://h/a%20b")
  }

  @Test("What is shown of a URL holds no password, no control character, and is not too long")
  func shown() {
    #expect(CheckedURL.shown("https://user:secret@host/a@b") == "https://host/a@b")
    #expect(CheckedURL.shown("me:sec/ret@host/a") == "host/a")
    #expect(CheckedURL.shown("me:secret@host/a?next=http://x") == "host/a?next=http://x")
    #expect(CheckedURL.shown("http://me:+80/secret@host/a") == "http://host/a")
    for mark in ["\u{200D}", "\u{301}"] {
      #expect(!CheckedURL.shown("http://me:secret@\(mark)host/a").contains("secret"))
    }
    #expect(CheckedURL.shown("ht\ttp:/\r\n/user:secret@host/a\u{85}b") == "http://host/a\u{FFFD}b")
    for password in ["sec/ret", "sec?ret", "s#/ecret", "se/c#r@et", "1s/ecret"] {
      #expect(CheckedURL.shown("http://user:\(password)@host:80/a") == "http://host:80/a")
    }
    for url in [
      "http://host:80/a@b", "http://host:/a@b", "http://[::1]/a@b", "http://host/a:b@c", "host:80/a@b",
      "me@2x.png",
    ] {
      #expect(CheckedURL.shown(url) == url)
    }
    #expect(CheckedURL.shown("http://h/\u{1B}[31m") == "http://h/\u{FFFD}[31m")
    #expect(CheckedURL.shown("data:" + String(repeating: "x", count: 5000)).count <= 300)
  }

  @Test("A URL with a tab or a line break has no password for that reason alone")
  func password() {
    #expect(!URLPassword.isPresent(in: "http://h/a\tb\u{2028}\r\nc"))
    #expect(URLPassword.isPresent(in: "http://u\n@h/"))
  }

  @Test("Digits between a colon and a slash are a port, and not the start of a password")
  func digits() throws {
    let url = "http://user:12/34@h"
    #expect(try CheckedURL(url, allowsFile: false).host == "user:12")
    #expect(CheckedURL.shown(url) == url)
  }
}
