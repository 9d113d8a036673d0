import CPNGShim

// How Swift talks to the shims around C libraries.

/// Calls a shim that decodes, with room for a reason. When what it did was not wanted any more, the reason is
/// empty.
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

/// A file that a shim has opened. It is closed when this goes.
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

/// Whether pixels are still wanted, as C can ask it.
final class Question {
  private let ask: () -> Bool

  init(_ ask: @escaping () -> Bool) { self.ask = ask }

  /// To be called with `context`, while this is there.
  static let call: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { context in
    guard let context else { return true }
    return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().ask()
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
