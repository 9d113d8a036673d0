import Engine
import Foundation
import PhotoLists
import Transport

/// Fetches a grouped list. It is read whole, and so it is bounded.
struct GroupedListReader: Sendable {
  let source: ListSource
  let transport: Transport

  static let largest = 16 << 20

  /// - Throws: `ListError`.
  func open() throws -> any ByteSource {
    do throws(ListError.Reason) {
      return PlainSource(try source.open(transport))
    } catch {
      throw ListError(source: source, reason: error)
    }
  }

  /// Blocks the thread until the list is there; cancelling stops it.
  /// - Throws: `ListError`, and `CancellationError`.
  func read(_ opened: any ByteSource, _ running: any Running) throws -> [ThumbnailGroup] {
    do throws(ListError.Reason) {
      running.onCancel { opened.cancel() }
      let bytes = try all(of: opened)
      return try GroupedList(source: source, base: opened.base).groups(of: bytes)
    } catch {
      if error == .cancelled { throw CancellationError() }
      throw ListError(source: source, reason: error)
    }
  }

  private func all(of opened: any ByteSource) throws(ListError.Reason) -> Data {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var bytes = Data()
    while true {
      let count = try opened.read(into: buffer)
      if count == 0 { return bytes }
      guard bytes.count + count <= Self.largest else {
        throw .notGrouped("it is larger than \(Self.largest >> 20) MiB")
      }
      bytes.append(contentsOf: buffer.prefix(count))
    }
  }
}
