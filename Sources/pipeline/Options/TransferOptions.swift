import ArgumentParser
import Foundation
import Transport

struct TransferOptions: ParsableArguments {
  /// The title in the help.
  static let title = "Downloads"

  @Option(
    help: .about(
      "Simultaneous transfers from one host, each on its own connection, or HTTP/2 stream (default: enough for all "
        + "--downloads).", "n"))
  var perHost: Int?

  @Option(help: .about("The largest file that is accepted.", "bytes"))
  var maxBytes = TransportSettings().maxBytes

  @Option(help: .about("Give up connecting after this long.", "seconds"))
  var connectTimeout = TransportSettings().connectTimeout / .seconds(1)

  @Option(help: .about("Give up if no byte has arrived for this long.", "seconds"))
  var stallTimeout = TransportSettings().stallTimeout / .seconds(1)

  @Option(help: .about("Give up on a transfer after this long in total.", "seconds"))
  var timeout = TransportSettings().totalTimeout / .seconds(1)

  @Option(
    help: .about(
      "How often a broken transfer is retried. With more retries, it also waits longer for a host that is down.",
      "n"))
  var retries = TransportSettings().retry.retries

  @Option(
    help: .about(
      "Certificates (PEM) to trust instead of the system's and those named by CURL_CA_BUNDLE, SSL_CERT_FILE and "
        + "SSL_CERT_DIR.", "file"))
  var cacert: String?

  @Option(
    help: .about(
      "Use this proxy (http, https, socks4, socks4a, socks5 or socks5h) instead of the one named by http_proxy, "
        + "https_proxy or all_proxy. Hosts in no_proxy are contacted directly.", "url"))
  var proxy: String?

  @Option(
    name: .customLong("header"),
    help: .about(
      "Send this header with every request, as in --header 'Accept-Language: en'. May be given several times. It is "
        + "not sent after a redirect to another server.", "name: value"))
  var headers: [Header] = []

  @Option(help: .about("The User-Agent to send.", "name"))
  var userAgent: String?

  @Flag(help: "Read user names and passwords for hosts from ~/.netrc.")
  var netrc = false

  @Option(
    help: .about(
      "The maximum rate of all transfers together; k, M and G mean thousands, millions and billions.",
      "bytes/s"), transform: parsing(ByteRate.accepted))
  var limitRate: ByteRate?

  @Option(
    help: .about(
      "The maximum rate of requests to each host, as in 20/s, 90/m or 1000/h. Without it, requests slow down when a "
        + "host refuses some of them, as with 429.", "n/s"), transform: parsing(RequestRate.accepted))
  var rateLimit: RequestRate?

  @Flag(
    help: "Refuse local files, and addresses of this machine and of private networks. For untrusted lists.")
  var blockPrivate = false

  func validate() throws {
    try check("--per-host", perHost, atLeast: 1)
    try check("--max-bytes", maxBytes, atLeast: 1)
    if let cacert, access(cacert, R_OK) != 0 {
      throw ValidationError("--cacert must be a file that can be read, not “\(oneLine(cacert))”.")
    }
    if let proxy, proxy.isEmpty { throw ValidationError("--proxy needs a URL; it is empty.") }
    if let userAgent, !TransferRequest.canSend("User-Agent", userAgent) {
      throw ValidationError("--user-agent cannot contain a line break.")
    }
    if netrc, access(Self.netrcPath, R_OK) != 0 {
      throw ValidationError("--netrc needs “\(oneLine(Self.netrcPath))”, which cannot be read.")
    }
    if blockPrivate, proxy != nil {
      throw ValidationError("--block-private cannot look behind a --proxy: give one of them.")
    }
    if retries < 0 { throw ValidationError("--retries must be 0 or more, not \(retries).") }
    let times = [
      ("--connect-timeout", connectTimeout), ("--stall-timeout", stallTimeout), ("--timeout", timeout),
    ]
    for (name, value) in times where !(value > 0 && value < 1e6) {
      throw ValidationError("\(name) must be more than 0 and less than 1000000 seconds, not \(value).")
    }
  }

  /// Rejects more transfers from a host than files are downloaded at a time.
  /// - Throws: `ValidationError`.
  func refuseConflicts(downloads: Int) throws {
    guard let perHost, perHost > downloads else { return }
    throw ValidationError(
      "--per-host \(perHost) has no effect with --downloads \(downloads): raise --downloads, or lower --per-host."
    )
  }

  /// Rejects options that have no effect on transfers from the sample server, or that refuse all of them.
  /// - Throws: `ValidationError`.
  func refuseSampleServer() throws {
    let foreign = [("--proxy", proxy != nil), ("--cacert", cacert != nil), ("--netrc", netrc)]
    for (option, isGiven) in foreign where isGiven {
      throw ValidationError(
        "\(option) is for other servers, but the sample server is on this machine: give a list.")
    }
    if blockPrivate {
      throw ValidationError(
        "--block-private refuses addresses of this machine, and the sample server is on it: give a list.")
    }
  }

  /// Returns settings with enough connections for every running job. A job without a connection would count as
  /// running although its request hasn't been sent. The settings therefore allow `downloads` simultaneous transfers,
  /// even to a single host, plus one for the list.
  /// - Parameter downloads: The number of simultaneous download jobs.
  func configuration(downloads: Int) -> TransportSettings {
    var configuration = TransportSettings()
    let wanted = min(downloads, .max - 1) + 1
    configuration.perHost = perHost ?? wanted
    configuration.inFlight = Resources.transfers(atMost: max(configuration.inFlight, wanted))
    // `downloads` transfers are enough, because by the time the last photos are downloaded, the list has been read.
    if configuration.inFlight < downloads {
      Terminal.error.write(
        "pipeline: only \(configuration.inFlight) of \(downloads) simultaneous downloads, because too few files can be open; "
          + "raise ulimit -n\n")
    }
    configuration.maxBytes = maxBytes
    configuration.connectTimeout = .seconds(connectTimeout)
    configuration.stallTimeout = .seconds(stallTimeout)
    configuration.totalTimeout = .seconds(timeout)
    configuration.retry.retries = retries
    configuration.blockPrivate = blockPrivate
    configuration.caBundle = cacert
    configuration.proxy = proxy
    configuration.headers = headers.map { ($0.name, $0.value) }
    if let userAgent { configuration.userAgent = userAgent }
    configuration.netrc = netrc ? Self.netrcPath : nil
    configuration.rateLimit = limitRate?.bytes
    configuration.requestRate = rateLimit?.perSecond
    return configuration
  }

  /// The files that the options name.
  var inputs: [NamedFile] {
    [NamedFile("--cacert", cacert), NamedFile("--netrc", netrc ? Self.netrcPath : nil)].compactMap(\.self)
  }

  private static var netrcPath: String {
    (ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()) + "/.netrc"
  }
}

/// A header from the command line: `Name: value`.
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

/// A transfer rate in bytes per second: `500000`, `500k`, `2.5M`.
struct ByteRate: ExpressibleByArgument {
  let bytes: Int

  static let accepted = "at least 1 byte a second, as in 500000, 500k or 2.5M"

  init?(argument: String) {
    let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let rate = number * (unit ?? 1)
    guard rate >= 1, rate < 1e15 else { return nil }
    bytes = Int(rate)
  }
}

/// A request rate: `20`, `20/s`, `90/m`, `1000/h`. Without a unit, it is per second.
struct RequestRate: ExpressibleByArgument {
  let perSecond: Double

  private static let (leastPerHour, mostPerSecond) = (0.36, 1e6)
  static let accepted = "from \(leastPerHour)/h to \(Int(mostPerSecond))/s, as in 20/s, 90/m or 1000/h"

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let units = ["s": 1.0, "m": 60, "min": 60, "h": 3600]
    guard (1...2).contains(parts.count), let number = Double(parts[0]),
      let seconds = parts.count == 1 ? 1 : units[String(parts[1])]
    else { return nil }
    perSecond = number / seconds
    guard perSecond >= Self.leastPerHour / 3600, perSecond <= Self.mostPerSecond else { return nil }
  }
}
