import Foundation

/// Returns the scheduling priority of the calling thread. On Linux, this is its nice value: 0 for most threads, up to
/// 19 for the least urgent, and below 0 for more urgent ones. On Apple platforms, this is the raw value of its
/// quality of service, from 9 for background up to 33.
public func urgency() -> Int {
  #if os(Linux)
    // For this call, a thread is a process, and 0 is the calling thread.
    Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
  #else
    Int(qos_class_self().rawValue)
  #endif
}

/// Returns the system's name for the number that `urgency` returns.
public func urgencyName() -> String {
  #if os(Linux)
    "nice value"
  #else
    "quality of service"
  #endif
}
