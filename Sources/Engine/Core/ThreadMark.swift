#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Marks a thread for as long as a closure runs on it. Not `@TaskLocal`, whose values are inherited by tasks that go on
/// elsewhere, and not a `Thread`'s dictionary, which takes Foundation.
package struct ThreadMark: Sendable {
  /// The reporting queue that a thread serves.
  package static let reporting = ThreadMark()
  /// The body or cancel handler that a thread is in.
  static let frames = ThreadMark()

  private let key: pthread_key_t

  private init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "no thread-local storage: \(status)")
    self.key = key
  }

  var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  func with(_ mark: UnsafeMutableRawPointer?, _ body: () -> Void) {
    let outer = current
    pthread_setspecific(key, mark)
    body()
    pthread_setspecific(key, outer)
  }

  package func with(_ id: ObjectIdentifier, _ body: () -> Void) {
    with(UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: id)), body)
  }

  package func contains(_ id: ObjectIdentifier) -> Bool {
    current == UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: id))
  }
}
