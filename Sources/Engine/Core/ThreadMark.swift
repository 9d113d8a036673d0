#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A mark that a thread has while a closure runs on it. It isn't a `@TaskLocal`, because tasks on other threads
/// inherit the values of those. It isn't in a `Thread`'s dictionary, because that needs Foundation.
package struct ThreadMark: Sendable {
  /// The mark for the reporting queue that is running on a thread.
  package static let reporting = ThreadMark()
  /// The mark for the body or cancel handler that is running on a thread.
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
