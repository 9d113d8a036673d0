import CPNGShim

// Helpers for calling the C shims.

/// Calls a decoding shim and passes it a buffer for an error message. An empty message means that the result is no
/// longer wanted.
func run(
  _ type: ImageType, _ call: (_ reason: UnsafeMutablePointer<CChar>) -> Bool
) throws(ImagingError) {
  var reason: String?
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PNG_SHIM_REASON)) { room in
    room.initialize(repeating: 0)
    if let start = room.baseAddress, !call(start) { reason = String(cString: start) }
  }
  guard let reason else { return }
  throw reason.isEmpty ? .cancelled : .damaged(type, reason: reason)
}

/// A file opened by a shim. It is closed on deinit.
final class ShimReader {
  let pointer: OpaquePointer
  private let close: (OpaquePointer) -> Void

  init(
    _ type: ImageType, close: @escaping (OpaquePointer) -> Void,
    open: (_ reason: UnsafeMutablePointer<CChar>) -> OpaquePointer?
  ) throws(ImagingError) {
    var opened: OpaquePointer?
    try run(type) {
      opened = open($0)
      return opened != nil
    }
    guard let opened else { preconditionFailure("no error, and no reader") }
    (pointer, self.close) = (opened, close)
  }

  deinit { close(pointer) }
}

/// A callback through which C code asks whether pixels are still wanted.
final class WantedCallback {
  private let isWanted: () -> Bool

  init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }

  /// The C function, to be called with `context` while this object is alive.
  static let function: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { context in
    guard let context else { return true }
    return Unmanaged<WantedCallback>.fromOpaque(context).takeUnretainedValue().isWanted()
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
