import Testing

@testable import Transport

@Suite("What the environment asks for")
struct ProcessEnvironmentTests {
  @Test("This machine's own servers are proxied no more than those that no_proxy names")
  func noProxy() {
    for environment in [["no_proxy": "a.b"], ["NO_PROXY": "a.b"], ["no_proxy": "a.b", "NO_PROXY": "c"], [:]] {
      let list = ProcessEnvironment.noProxy(in: environment)
      #expect(isListed("http://a.b/", list) == !environment.isEmpty)
      for host in ["localhost", "127.0.0.1", "[::1]"] { #expect(isListed("http://\(host)/", list)) }
      #expect(!isListed("http://c/", list))
    }
  }

  private func isListed(_ url: String, _ list: String) -> Bool {
    (try? CheckedURL(url, allowsFile: false)).map { NoProxy.isListed($0, in: list) } ?? false
  }

  @Test(
    "A list of hosts names domains with their subdomains, addresses in any spelling, blocks and ports",
    arguments: [
      ("*", "h.test"), ("a, *", "h.test"), ("h.test", "H.test."), (".h.test", "h.test"),
      ("h.test.", "a.h.test"), ("*.h.test", "a.h.test"), ("x h.test", "h.test"), ("h.test:80", "h.test"),
      ("h.test:81", "h.test:81"), ("10.0.0.0/8", "10.1.2.3"), ("10.0.0.9/31", "10.0.0.8"),
      ("0.0.0.0/0", "10.0.0.1"), ("10.0.0.1", "0xa.1"), ("10.0.0.1:81", "10.0.0.1:81"),
      ("10.0.0.0/8", "[::ffff:10.0.0.1]"), ("::ffff:10.0.0.1", "10.0.0.1"), ("fd99::/16", "[fd99::1]"),
      ("fd99:0:0::1", "[fd99::1]"), ("[fd99::1]", "[fd99:0:0:0:0:0:0:1]"), ("[FD99::1]:81", "[fd99::1]:81"),
      ("[fd99::]/16", "[fd99::1]"), ("fe80::1", "[fe80::1%25eth0]"),
    ])
  func listed(list: String, host: String) {
    #expect(isListed("http://\(host)/", list))
  }

  @Test(
    "Other hosts aren't listed",
    arguments: [
      ("", "h.test"), (".", "h.test"), ("h.test", "oh.test"), ("a.h.test", "h.test"), ("h.test:81", "h.test"),
      ("h.test:", "h.test"), ("10.0.0.0/8", "11.0.0.1"), ("10.0.0.0/33", "10.0.0.0"),
      ("10.0.0.0/x", "10.0.0.0"),
      ("10.0.0.0/", "11.0.0.0"), ("10.0.0.0/-1", "10.0.0.0"), ("0.1", "10.0.0.1"), ("::/0", "10.0.0.1"),
      ("fd99::/16", "[fd98::1]"), ("fd99::/129", "[fd99::1]"), ("[fd99::1]:81", "[fd99::1]"),
      ("0.0.0.0/0", "[fd99::1]"), ("10.0.0.0/8", "h.test"), ("/", "h.test"), (":80", "h.test"),
    ])
  func unlisted(list: String, host: String) {
    #expect(!isListed("http://\(host)/", list))
  }

  @Test("Each scheme has its proxy, or the common one; HTTP_PROXY isn't read")
  func proxies() {
    #expect(
      ProcessEnvironment.proxies(in: ["http_proxy": "a", "HTTPS_PROXY": "b"]) == [.http: "a", .https: "b"])
    #expect(ProcessEnvironment.proxies(in: ["ALL_PROXY": "a", "https_proxy": ""]) == [.http: "a"])
    #expect(ProcessEnvironment.proxies(in: ["HTTP_PROXY": "a"]).isEmpty)
  }

  @Test("Certificates come from CURL_CA_BUNDLE, or else from SSL_CERT_FILE and SSL_CERT_DIR")
  func certificates() {
    let openSSL = ["SSL_CERT_FILE": "file", "SSL_CERT_DIR": "folder"]
    #expect(ProcessEnvironment.certificates(in: openSSL) == ("file", "folder"))
    let all = openSSL.merging(["CURL_CA_BUNDLE": "bundle"]) { $1 }
    #expect(ProcessEnvironment.certificates(in: all) == ("bundle", nil))
    #expect(ProcessEnvironment.certificates(in: ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": ""]) == (nil, nil))
  }
}
