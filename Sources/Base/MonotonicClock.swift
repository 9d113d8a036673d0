#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Nanoseconds on a clock that is never set: `CLOCK_MONOTONIC`, or on Apple platforms, where that one is wall time,
/// `CLOCK_UPTIME_RAW`.
package func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  #endif
}
