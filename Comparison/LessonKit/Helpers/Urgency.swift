import Foundation

/// How the system treats the calling thread: on Linux its nice value (0 for most, up to 19 for the least urgent, below 0
/// for the more urgent); on Apple platforms the raw value of its quality of service (9 for background, up to 33).
public func urgency() -> Int {
  #if os(Linux)
    // To this call a thread is a process, and 0 is the calling one.
    Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
  #else
    Int(qos_class_self().rawValue)
  #endif
}
