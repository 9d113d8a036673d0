import Foundation

/// Environment settings that libcurl leaves to the program. (libcurl itself reads `http_proxy` and the other
/// proxy variables.)
enum ProcessEnvironment {
  /// The hosts to contact without a proxy: those listed in `no_proxy`, and this machine, because a loopback
  /// address would refer to the proxy's own machine.
  static let noProxy = noProxy(in: environment)

  /// The hosts listed in `no_proxy`. If the user has set a proxy, all other hosts are contacted through it,
  /// including this machine.
  static let namedNoProxy = namedNoProxy(in: environment)

  /// The certificates to trust. The variables are read in the same order as in the curl command (curl 7.88,
  /// src/tool_operate.c).
  static let (caBundle, caFolder) = certificates(in: environment)

  private static let environment = ProcessInfo.processInfo.environment

  static func noProxy(in environment: [String: String]) -> String {
    let named = namedNoProxy(in: environment)
    // “*” means all hosts only if it is the whole value.
    return named == "*" ? named : (named.isEmpty ? "" : named + ",") + "localhost,127.0.0.1,::1"
  }

  static func namedNoProxy(in environment: [String: String]) -> String {
    environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
  }

  static func certificates(in environment: [String: String]) -> (bundle: String?, folder: String?) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = value("CURL_CA_BUNDLE") { return (bundle, nil) }
    return (value("SSL_CERT_FILE"), value("SSL_CERT_DIR"))
  }
}
