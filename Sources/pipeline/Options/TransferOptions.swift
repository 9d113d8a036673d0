import ArgumentParser
import Foundation
import Transport

struct TransferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Transfers from one host at a time, a connection each, or over HTTP/2 a stream each (default: enough for all "
        + "--downloads).", valueName: "n"))
  var perHost: Int?

  @Option(help: ArgumentHelp("The largest file that is accepted.", valueName: "bytes"))
  var maxBytes = 64 << 20

  @Option(help: ArgumentHelp("Give up connecting after this long.", valueName: "seconds"))
  var connectTimeout = 10.0

  @Option(help: ArgumentHelp("Give up when no byte has come for this long.", valueName: "seconds"))
  var stallTimeout = 20.0

  @Option(help: ArgumentHelp("Give up on a transfer after this long in total.", valueName: "seconds"))
  var timeout = 300.0

  @Option(help: ArgumentHelp("How often a transfer that broke is tried again.", valueName: "n"))
  var retries = 3

  @Option(
    help: ArgumentHelp(
      "Certificates (PEM) to trust in place of the system's and of those that CURL_CA_BUNDLE, SSL_CERT_FILE and "
        + "SSL_CERT_DIR name.", valueName: "file"))
  var cacert: String?

  @OptionGroup var network: NetworkOptions

  @Flag(help: "Refuse files and addresses of this machine and of private networks: for lists from strangers.")
  var blockPrivate = false

  func validate() throws {
    try check("--per-host", perHost, atLeast: 1)
    try check("--max-bytes", maxBytes, atLeast: 1)
    if let cacert, access(cacert, R_OK) != 0 {
      throw ValidationError("--cacert must be a file that can be read, not “\(oneLine(cacert))”.")
    }
    if blockPrivate, network.proxy != nil {
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

  /// - Parameter downloads: how many jobs may be waiting for a transfer each: as many are made at a time, from one host
  ///   too, and another for the list. A job that waits for a connection counts as running, and would send its request at
  ///   some later time.
  func configuration(downloads: Int) -> TransportConfiguration {
    var configuration = TransportConfiguration()
    let wanted = min(downloads, .max - 1) + 1
    configuration.perHost = perHost ?? wanted
    configuration.inFlight = Resources.transfers(atMost: max(configuration.inFlight, wanted))
    if configuration.inFlight < wanted {
      Terminal.error.write(
        "pipeline: only \(configuration.inFlight) of \(downloads) downloads at a time, as few files may be open; raise "
          + "ulimit -n\n")
    }
    configuration.maxBytes = maxBytes
    configuration.connectTimeout = .seconds(connectTimeout)
    configuration.stallTimeout = .seconds(stallTimeout)
    configuration.totalTimeout = .seconds(timeout)
    configuration.retry.retries = retries
    configuration.blockPrivate = blockPrivate
    configuration.caBundle = cacert
    network.apply(to: &configuration)
    return configuration
  }
}
