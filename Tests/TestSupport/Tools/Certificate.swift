/// A folder with a key and a self-signed certificate for the loopback address. It is removed when its last
/// reference is released.
public final class Certificate: Sendable {
  private let place: Folder
  public var folder: String { place.path }
  public var key: String { folder + "/key.pem" }
  public var certificate: String { folder + "/certificate.pem" }

  /// - Parameter name: The subject of the certificate. Certificates with the same subject are mistaken for each
  ///   other.
  public init(name: String = "localhost") async throws {
    place = try Folder()
    let openssl = try Child(
      Tool.openssl.path ?? "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
    _ = await openssl.waitForEnd()
  }
}
