import ArgumentParser
import Foundation
import Transport

/// Settings of every request.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ask through this proxy (http, https, socks4, socks4a, socks5 or socks5h), in place of the one that http_proxy, "
        + "https_proxy or all_proxy names. Hosts in no_proxy are asked without one.",
      valueName: "url"))
  var proxy: String?

  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "Send this with every request, as in --header 'Accept-Language: en'; may be given several times. A redirect to "
        + "another server does not get it.", valueName: "name: value"))
  var headers: [Header] = []

  @Option(help: ArgumentHelp("The User-Agent to send.", valueName: "name"))
  var userAgent: String?

  @Flag(help: "Take names and passwords for hosts from ~/.netrc.")
  var netrc = false

  @Option(
    help: ArgumentHelp(
      "Receive no more than this, all transfers together; k, M and G mean thousands, millions and billions.",
      valueName: "bytes/s"))
  var limitRate: ByteRate?

  func validate() throws {
    if let proxy, proxy.isEmpty { throw ValidationError("--proxy needs a URL; it is empty.") }
    if let userAgent, !TransferRequest.canSend("User-Agent", userAgent) {
      throw ValidationError("--user-agent cannot hold a line break.")
    }
    if netrc, access(Self.netrcPath, R_OK) != 0 {
      throw ValidationError("--netrc: there is no “\(oneLine(Self.netrcPath))” that can be read.")
    }
  }

  func apply(to configuration: inout TransportConfiguration) {
    configuration.proxy = proxy
    configuration.headers = headers.map { ($0.name, $0.value) }
    if let userAgent { configuration.userAgent = userAgent }
    configuration.netrc = netrc ? Self.netrcPath : nil
    configuration.rateLimit = limitRate?.bytes
  }

  private static var netrcPath: String {
    (ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()) + "/.netrc"
  }
}

/// `Name: value`.
struct Header: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    name = String(argument[..<colon])
    value = argument[argument.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    guard TransferRequest.canSend(name, value) else { return nil }
  }
}

/// Bytes a second: `500000`, `500k`, `2.5M`.
struct ByteRate: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let rate = number * (unit ?? 1)
    guard rate >= 1, rate < 1e15 else { return nil }
    bytes = Int(rate)
  }
}
