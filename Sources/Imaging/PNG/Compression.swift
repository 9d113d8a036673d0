/// How hard a PNG is compressed. All three keep every pixel as it is.
public enum Compression: String, Sendable, CaseIterable {
  /// The least time.
  case fast
  /// The best of size against time.
  case `default`
  /// The least bytes.
  case small
}
