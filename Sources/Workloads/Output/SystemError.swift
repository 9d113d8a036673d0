import Foundation

extension Error {
  /// The `errno` behind an error of Foundation, or `EIO` if it has none.
  package var systemCode: Int32 {
    // Cast in two steps, because the cause may be a `POSIXError`, which isn't an `NSError` on Linux.
    let cause = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? self) as NSError
    return cause.domain == NSPOSIXErrorDomain ? Int32(clamping: cause.code) : EIO
  }

  /// The operating system's description of an error of Foundation, whose own isn't meant for users.
  package var systemReason: String { String(cString: strerror(systemCode)) }
}
