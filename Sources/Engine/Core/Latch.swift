import Base

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A gate that opens once, for engines whose API can't wait, or can't wait with a time limit.
package final class Latch: @unchecked Sendable {
  // Safe: `isOpen` is accessed under the mutex only, and both addresses are constant.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOpen = false

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // By default, a condition uses the wall clock, which can be set back.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Blocks the calling thread until the closure that is passed to `register` has been called.
  /// - Returns: Whether it was called within `limit`.
  package static func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let latch = Latch()
    register { latch.open() }
    return latch.wait(upTo: limit)
  }

  package func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Blocks the calling thread until the latch is open.
  /// - Returns: Whether it opened within `limit`.
  @discardableResult
  package func wait(upTo limit: Duration? = nil) -> Bool {
    let deadline = limit.map { monotonicNanoseconds().addingCapped($0.nanoseconds) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen {
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let now = monotonicNanoseconds()
      if now >= deadline { return false }
      #if canImport(Darwin)
        var left = timespec(nanoseconds: deadline - now)
        pthread_cond_timedwait_relative_np(condition, mutex, &left)
      #else
        var time = timespec(nanoseconds: deadline)
        pthread_cond_timedwait(condition, mutex, &time)
      #endif
    }
    return true
  }
}

extension Duration {
  /// The duration in nanoseconds, clamped to the range from 0 to about 290 years.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds >= 9_000_000_000 { return UInt64(Int64.max) }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
  }
}

extension UInt64 {
  fileprivate func addingCapped(_ other: UInt64) -> UInt64 { Swift.min(UInt64(Int64.max), self &+ other) }
}

extension timespec {
  fileprivate init(nanoseconds: UInt64) {
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
