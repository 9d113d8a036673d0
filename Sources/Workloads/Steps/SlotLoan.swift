import Base

/// A slot that a download lends while its transfer waits for a server.
final class SlotLoan: Sendable {
  private let run: Run
  private let isLent = Locked(false)

  init(_ run: Run) { self.run = run }

  func set(_ lends: Bool) {
    isLent.withLock { isLent in
      if isLent != lends { run.lendSlots(lends ? 1 : -1) }
      isLent = lends
    }
  }
}
