import Testing

@testable import Transport

@Suite("What the environment asks for")
struct ProcessEnvironmentTests {
  @Test("This machine's own servers are proxied no more than those that no_proxy names")
  func noProxy() {
    #expect(ProcessEnvironment.noProxy(in: [:]) == "localhost,127.0.0.1,::1")
    #expect(ProcessEnvironment.noProxy(in: ["no_proxy": "a.b"]) == "a.b,localhost,127.0.0.1,::1")
    #expect(ProcessEnvironment.noProxy(in: ["NO_PROXY": "a.b"]) == "a.b,localhost,127.0.0.1,::1")
    #expect(ProcessEnvironment.noProxy(in: ["no_proxy": "*"]) == "*")
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
