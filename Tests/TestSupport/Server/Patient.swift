import Transport

extension TransportConfiguration {
  /// Tries nothing again, and keeps time limits out of the way of tests about something else, on a machine that is busy.
  public mutating func bePatient() {
    retry.retries = 0
    connectTimeout = .seconds(600)
    stallTimeout = .seconds(600)
    totalTimeout = .seconds(600)
  }

  public static var patient: TransportConfiguration {
    var configuration = TransportConfiguration()
    configuration.bePatient()
    return configuration
  }
}
