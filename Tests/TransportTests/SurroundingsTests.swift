import Testing

@testable import Transport

@Suite("What the environment asks for")
struct SurroundingsTests {
  @Test("This machine's own servers are proxied no more than those that no_proxy names")
  func noProxy() {
    #expect(Surroundings.noProxy(in: [:]) == "localhost,127.0.0.1,::1")
    #expect(Surroundings.noProxy(in: ["no_proxy": "a.b"]) == "a.b,localhost,127.0.0.1,::1")
    #expect(Surroundings.noProxy(in: ["NO_PROXY": "a.b"]) == "a.b,localhost,127.0.0.1,::1")
    #expect(Surroundings.noProxy(in: ["no_proxy": "*"]) == "*")
  }

  @Test("Certificates come from CURL_CA_BUNDLE, or else from SSL_CERT_FILE and SSL_CERT_DIR")
  func certificates() {
    let openSSL = ["SSL_CERT_FILE": "file", "SSL_CERT_DIR": "folder"]
    #expect(Surroundings.certificates(in: openSSL) == ("file", "folder"))
    let all = openSSL.merging(["CURL_CA_BUNDLE": "bundle"]) { $1 }
    #expect(Surroundings.certificates(in: all) == ("bundle", nil))
    #expect(Surroundings.certificates(in: ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": ""]) == (nil, nil))
  }
}
