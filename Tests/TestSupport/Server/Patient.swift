import Transport

extension TransportConfiguration {
  /// Disables retries and sets time limits so long that they can't interfere on a busy machine.
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
