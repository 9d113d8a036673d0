import Foundation
import TestSupport
import Testing

/// As the program reads its environment but once, each environment is a run of it.
@Suite(
  "Certificates to trust", .enabled(if: SecureServer.isPossible, "OpenSSL is needed to make a certificate"),
  .timeLimit(.minutes(10)))
struct CertificateTests {
  private static let environments = [
    ("", false),
    ("SSL_CERT_FILE=certificate.pem", true),
    ("SSL_CERT_DIR=hashed", true),
    ("CURL_CA_BUNDLE=certificate.pem", true),
    ("SSL_CERT_FILE=other.pem", false),
    ("SSL_CERT_FILE=other.pem SSL_CERT_DIR=hashed", true),
    ("CURL_CA_BUNDLE=other.pem SSL_CERT_FILE=certificate.pem SSL_CERT_DIR=hashed", false),
    ("CURL_CA_BUNDLE=other.pem --cacert certificate.pem", true),
    ("CURL_CA_BUNDLE=certificate.pem --cacert other.pem", false),
  ]

  @Test(
    "A server is trusted by what --cacert names, or else CURL_CA_BUNDLE, or else SSL_CERT_FILE and SSL_CERT_DIR"
  )
  func trust() async throws {
    let (server, other) = (try await SecureServer(files: true), try await Certificate(name: "other"))
    let folder = server.certificate.folder
    defer { server.stop() }
    try FileManager.default.copyItem(atPath: other.certificate, toPath: folder + "/other.pem")
    try Data("served".utf8).write(to: URL(fileURLWithPath: folder + "/served.dat"))
    try Data("\(server.url)/served.dat".utf8).write(to: URL(fileURLWithPath: folder + "/list.txt"))
    // As `openssl rehash` does, which is a script of its own in some systems.
    let hash = "$(openssl x509 -noout -subject_hash -in certificate.pem)"
    let names = "CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR https_proxy HTTPS_PROXY all_proxy ALL_PROXY"
    for (number, (words, isTrusted)) in Self.environments.enumerated() {
      let parts = words.split(separator: " ").map(String.init)
      let option = parts.firstIndex(of: "--cacert") ?? parts.count
      let script = """
        mkdir -p hashed; cp certificate.pem "hashed/\(hash).0"
        unset \(names); exec env \(parts[..<option].joined(separator: " ")) "$@"
        """
      let result = try await Program.run(
        ["download", "list.txt", "--any", "--retries", "0", "--out", "\(number)"] + parts[option...],
        in: folder, status: isTrusted ? 0 : 3, by: script)
      if isTrusted {
        #expect(
          FileManager.default.contents(atPath: "\(folder)/\(number)/Image 1.dat") == Data("served".utf8))
      } else {
        #expect(result.output.contains("could not make a secure connection"), "\(result.output)")
      }
    }
  }
}
