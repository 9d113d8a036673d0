import Foundation
import TestSupport
import Testing

/// The program reads its environment only once, so each environment is tested in its own process.
@Suite(
  "Certificates to trust", .enabled(if: Tool.openssl.isHere, "OpenSSL is needed to make a certificate"),
  .timeLimit(.minutes(10)))
struct CertificateTests {
  /// The environments, each with the error message that is expected, or nil if the server is trusted.
  private static let environments: [(words: String, complaint: String?)] = [
    ("", untrusted),
    ("SSL_CERT_FILE=certificate.pem", nil),
    ("SSL_CERT_DIR=hashed", nil),
    ("CURL_CA_BUNDLE=certificate.pem", nil),
    ("SSL_CERT_FILE=other.pem", untrusted),
    ("SSL_CERT_FILE=other.pem SSL_CERT_DIR=hashed", nil),
    ("CURL_CA_BUNDLE=other.pem SSL_CERT_FILE=certificate.pem SSL_CERT_DIR=hashed", untrusted),
    ("CURL_CA_BUNDLE=other.pem --cacert certificate.pem", nil),
    ("CURL_CA_BUNDLE=certificate.pem --cacert other.pem", untrusted),
    ("CURL_CA_BUNDLE=/nowhere.pem", "/nowhere.pem"),
    ("SSL_CERT_FILE=/nowhere.pem", "/nowhere.pem"),
  ]
  private static let untrusted = "could not make a secure connection"

  @Test("A server is trusted by --cacert, or else CURL_CA_BUNDLE, or else SSL_CERT_FILE and SSL_CERT_DIR")
  func trust() async throws {
    let (server, other) = (try await SecureServer(files: true), try await Certificate(name: "other"))
    let folder = server.certificate.folder
    defer { server.stop() }
    try FileManager.default.copyItem(atPath: other.certificate, toPath: folder + "/other.pem")
    try Data("served".utf8).write(to: URL(fileURLWithPath: folder + "/served.dat"))
    try Data("\(server.url)/served.dat".utf8).write(to: URL(fileURLWithPath: folder + "/list.txt"))
    // This is the same as `openssl rehash`, which is a separate script on some systems.
    let hash = "$(openssl x509 -noout -subject_hash -in certificate.pem)"
    let names = "CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR https_proxy HTTPS_PROXY all_proxy ALL_PROXY"
    for (number, (words, complaint)) in Self.environments.enumerated() {
      let parts = words.split(separator: " ").map(String.init)
      let option = parts.firstIndex(of: "--cacert") ?? parts.count
      let script = """
        mkdir -p hashed; cp certificate.pem "hashed/\(hash).0"
        unset \(names); exec env \(parts[..<option].joined(separator: " ")) "$@"
        """
      let result = try await Program.run(
        ["download", "list.txt", "--any", "--retries", "0", "--out", "\(number)"] + parts[option...],
        in: folder, status: complaint == nil ? 0 : 3, by: script)
      if let complaint {
        #expect(result.output.contains(complaint), "\(result.output)")
      } else {
        #expect(
          FileManager.default.contents(atPath: "\(folder)/\(number)/Image 1.dat") == Data("served".utf8))
      }
    }
  }
}
