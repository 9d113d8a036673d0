#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns the nanoseconds of a clock that is never adjusted: `CLOCK_MONOTONIC`, or `CLOCK_UPTIME_RAW` on Apple
/// platforms, where `CLOCK_MONOTONIC` follows the wall clock.
package func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  #endif
}
