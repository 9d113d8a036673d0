import Transport

extension TransportConfiguration {
  /// Tries nothing again, and keeps time limits out of the way of tests about something else, on a machine that is busy.
  static var patient: TransportConfiguration {
    var configuration = TransportConfiguration()
    configuration.retry.retries = 0
    configuration.connectTimeout = .seconds(600)
    configuration.stallTimeout = .seconds(600)
    configuration.totalTimeout = .seconds(600)
    return configuration
  }
}
