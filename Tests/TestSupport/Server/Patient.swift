import Transport

extension TransportSettings {
  /// Disables retries and sets time limits so long that they can't interfere on a busy machine.
  public mutating func bePatient() {
    retry.retries = 0
    connectTimeout = .seconds(600)
    stallTimeout = .seconds(600)
    totalTimeout = .seconds(600)
    idleTimeout = .seconds(600)
  }

  public static let patient = with { _ in }

  /// Returns the defaults with long time limits, with changes applied.
  public static func with(_ change: (inout TransportSettings) -> Void) -> TransportSettings {
    var settings = TransportSettings()
    settings.bePatient()
    change(&settings)
    return settings
  }
}
