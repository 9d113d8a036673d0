/// OpenSSL's own server for 127.0.0.1, with a certificate that nobody vouches for. It stops with its last
/// reference, if not before.
public final class SecureServer: Sendable {
  public let port: UInt16
  public let certificate: Certificate
  private let tool: RunningTool

  public var url: String { "https://127.0.0.1:\(port)" }

  /// Whether there is an OpenSSL.
  public static var isPossible: Bool { Tool.openssl.isHere }

  /// - Parameter files: whether it serves the files in the certificate's folder, in place of a page about the connection.
  /// - Throws: what keeps it from being started, or `NotStarted`.
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
