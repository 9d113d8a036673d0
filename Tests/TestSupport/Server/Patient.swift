import Transport

extension TransportSettings {
  /// Disables retries and sets time limits so long that they can't interfere on a busy machine.
  public mutating func bePatient() {
    retry.retries = 0
    connectTimeout = .seconds(600)
    stallTimeout = .seconds(600)
    totalTimeout = .seconds(600)
  }

  public static var patient: TransportSettings {
    var configuration = TransportSettings()
    configuration.bePatient()
    return configuration
  }
}
