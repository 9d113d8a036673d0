import Foundation

/// Settings of the environment that libcurl leaves to the programs that use it. (It reads the proxies themselves,
/// `http_proxy` and its siblings.)
enum ProcessEnvironment {
  /// The hosts that are asked without a proxy: those that `no_proxy` names, and this machine, as a proxy's loopback
  /// address is another machine's.
  static let noProxy = noProxy(in: environment)

  /// The hosts that `no_proxy` names. All others, this machine included, are asked through a proxy that the user names.
  static let namedNoProxy = namedNoProxy(in: environment)

  /// The certificates to trust: as the curl command reads them (curl 7.88, src/tool_operate.c).
  static let (caBundle, caFolder) = certificates(in: environment)

  private static let environment = ProcessInfo.processInfo.environment

  static func noProxy(in environment: [String: String]) -> String {
    let named = namedNoProxy(in: environment)
    // “*” means all hosts only where it stands alone.
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
