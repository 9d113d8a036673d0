/// A folder with a key and a self-signed certificate for the loopback address, gone with its last reference.
public final class Certificate: Sendable {
  private let place: Folder
  public var folder: String { place.path }
  public var key: String { folder + "/key.pem" }
  public var certificate: String { folder + "/certificate.pem" }

  /// - Parameter name: whose it is; those of one name are taken for each other.
  public init(name: String = "localhost") async throws {
    place = try Folder()
    try await RunningTool.run(
      .openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
        certificate,
      ])
  }
}
