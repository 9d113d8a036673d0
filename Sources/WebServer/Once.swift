import NIOConcurrencyHelpers

/// Lets the first of several callers through, whatever their threads.
final class Once: Sendable {
  private let isClaimed = NIOLockedValueBox(false)

  func claim() -> Bool {
    isClaimed.withLockedValue { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }
}
