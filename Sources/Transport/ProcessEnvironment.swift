import Foundation

/// Settings from the environment, read as libcurl and the curl command do.
enum ProcessEnvironment {
  /// The hosts to contact without a proxy: those listed in `no_proxy`, and this machine, because a loopback
  /// address would refer to the proxy's own machine.
  static let noProxy = noProxy(in: environment)

  /// The hosts listed in `no_proxy`. If the user has set a proxy, all other hosts are contacted through it,
  /// including this machine.
  static let namedNoProxy = namedNoProxy(in: environment)

  /// The proxies for each scheme.
  static let proxies = proxies(in: environment)

  /// The certificates to trust. The variables are read in the same order as in the curl command (curl 7.88,
  /// src/tool_operate.c).
  static let (caBundle, caFolder) = certificates(in: environment)

  private static let environment = ProcessInfo.processInfo.environment

  static func noProxy(in environment: [String: String]) -> String {
    namedNoProxy(in: environment) + ",localhost,127.0.0.1,::1"
  }

  static func proxies(in environment: [String: String]) -> [CheckedURL.Scheme: String] {
    let common = environment["all_proxy"] ?? environment["ALL_PROXY"]
    // A CGI program finds a request's header `Proxy` in `HTTP_PROXY`.
    let proxies =
      [
        .http: environment["http_proxy"] ?? common,
        .https: environment["https_proxy"] ?? environment["HTTPS_PROXY"] ?? common,
      ] as [CheckedURL.Scheme: String?]
    return proxies.compactMapValues { $0?.isEmpty == false ? $0 : nil }
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
