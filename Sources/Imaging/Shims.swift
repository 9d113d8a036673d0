import CPNGShim

// How Swift talks to the shims around C libraries.

/// Calls a shim with room for a reason; nil when it succeeded. When what it did was not wanted any more, the reason is
/// empty.
func reasonOfFailure(_ call: (UnsafeMutablePointer<CChar>) -> Bool) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PNG_SHIM_REASON)) { room in
    room.initialize(repeating: 0)
    guard let start = room.baseAddress, !call(start) else { return nil }
    return String(cString: start)
  }
}

/// Calls a shim that decodes.
func run(
  _ type: ImageType, _ call: (_ reason: UnsafeMutablePointer<CChar>) -> Bool
) throws(ImagingError) {
  guard let reason = reasonOfFailure(call) else { return }
  throw reason.isEmpty ? .cancelled : .damaged(type, reason: reason)
}

/// Opens a file by a shim.
func opened(
  _ type: ImageType, _ open: (_ reason: UnsafeMutablePointer<CChar>) -> OpaquePointer?
) throws(ImagingError) -> OpaquePointer {
  var reader: OpaquePointer?
  try run(type) {
    reader = open($0)
    return reader != nil
  }
  guard let reader else { preconditionFailure("no error, and no reader") }
  return reader
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

/// Carries the caller's closure through C, and its error past it.
final class Sink {
  private let body: (UnsafeRawBufferPointer) throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

  /// To be called with `context`, while this is there.
  static let call: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>, Int) -> Bool = {
    context, bytes, count in
    guard let context else { return false }
    return Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
      .take(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try body(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
