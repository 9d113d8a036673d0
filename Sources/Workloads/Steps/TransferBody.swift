import Foundation

/// A received body in one block of memory, which is handed over without copying.
///
/// The memory is freed with the last reference. Reading is safe from any thread.
public final class TransferBody: @unchecked Sendable {
  // Sendable: only one thread at a time appends, and only until the body is handed over. Nothing writes after
  // that.
  private var start: UnsafeMutableRawPointer?
  private var capacity = 0

  /// The number of bytes in the body.
  public private(set) var count = 0

  package init() {}

  deinit { release() }

  /// Calls a closure with the bytes, which are valid only until it returns.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Reserves room for `expected` bytes. The system only provides a page once it is written to. A server that
  /// announces more than it sends therefore costs address space, but no memory.
  package func reserve(_ expected: Int) -> Bool {
    expected <= capacity || resize(to: expected)
  }

  /// Appends bytes. Returns false if memory is exhausted.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return true }
    if count + bytes.count > capacity {
      guard resize(to: max(count + bytes.count, capacity * 2, 4096)) else { return false }
    }
    guard let start else { return false }
    (start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
    return true
  }

  /// Frees memory that was reserved but not used, if there is enough of it to justify the call.
  package func trim() {
    if capacity - count > max(4096, count / 8) { _ = resize(to: max(count, 1)) }
  }

  /// The size in bytes from which memory is mapped, because malloc may keep large blocks after they are freed.
  private static let mappedSize = 1 << 20

  private static let pageSize = Int(getpagesize())

  private func resize(to size: Int) -> Bool {
    if size >= Self.mappedSize, size < capacity {
      let kept = (size + Self.pageSize - 1) / Self.pageSize * Self.pageSize
      if let start, kept < capacity { munmap(start + kept, capacity - kept) }
      capacity = min(kept, capacity)
      return true
    }
    if max(size, capacity) < Self.mappedSize {
      guard let moved = realloc(start, size) else { return false }
      start = moved
    } else {
      let new =
        size < Self.mappedSize
        ? malloc(size) : mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      guard let new, new != MAP_FAILED else { return false }
      if let start { new.copyMemory(from: start, byteCount: min(count, size)) }
      release()
      start = new
    }
    capacity = size
    return true
  }

  private func release() {
    if capacity < Self.mappedSize { free(start) } else { munmap(start, capacity) }
  }
}
