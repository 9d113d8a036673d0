/// OpenSSL's own server on 127.0.0.1, with a self-signed certificate. It stops at the latest when its last
/// reference is released.
public final class SecureServer: Sendable {
  public let port: UInt16
  public let certificate: Certificate
  private let tool: RunningTool

  public var url: String { "https://127.0.0.1:\(port)" }

  /// - Parameter files: Whether to serve the files in the certificate's folder instead of a page about the
  ///   connection.
  /// - Throws: The error that prevented the server from starting, or `NotStarted`.
  public init(files: Bool = false) async throws {
    certificate = try await Certificate()
    tool = try RunningTool(
      .openssl,
      [
        "s_server", "-accept", "127.0.0.1:0", files ? "-WWW" : "-www", "-key", certificate.key, "-cert",
        certificate.certificate,
      ], in: certificate.folder)
    let line = await tool.line(after: "ACCEPT 127.0.0.1:")
    guard let port = line.flatMap({ UInt16($0.filter(\.isNumber)) }) else { throw NotStarted() }
    self.port = port
  }

  deinit { stop() }

  public func stop() { tool.stop() }

  public struct NotStarted: Error {}
}
