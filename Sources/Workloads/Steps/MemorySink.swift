import Foundation
import Imaging
import Transport

/// The bytes of an original in memory. When a large original can't be completed, a file keeps them for the next run.
struct MemorySink: FetchSink {
  private let photo: Photo
  private let folder: PhotoFolder?
  private var body = TransferBody()
  private var validator: Validator?
  private var total: Int?
  /// The size from which a part is worth a file.
  private static let keptSize = 1 << 20

  init(_ photo: Photo, in folder: PhotoFolder?) { (self.photo, self.folder) = (photo, folder) }

  let isSlow = false

  mutating func resumption() -> Resumption? {
    if body.count == 0, let folder, let part = folder.resumption(photo),
      let file = try? openPlain(folder.partial(photo), O_RDONLY),
      let bytes = try? FileHandle(fileDescriptor: file, closeOnDealloc: true).readToEnd(),
      bytes.count == part.offset, bytes.withUnsafeBytes({ body.append($0) })
    {
      (validator, total) = (part.validator, part.total)
    }
    guard let validator, validator.isStrong, body.count > 0 else { return nil }
    return Resumption(offset: body.count, validator: validator, total: total)
  }

  mutating func begin(_ head: TransferHead, _ validator: Validator?, isRest: Bool) {
    if isRest { return }
    (body, self.validator, total) = (TransferBody(), validator, head.contentLength?.count)
    if let total { _ = body.reserve(total) }
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) throws {
    if !body.append(piece) { throw TransferError.Reason.outOfMemory }
  }

  mutating func flush() {}

  mutating func leave() {
    guard body.count >= Self.keptSize, validator?.isStrong == true, let folder else { return }
    // The existing part may be longer, because a server may send the whole again.
    if let left = folder.resumption(photo), left.validator == validator, left.offset >= body.count { return }
    guard let part = try? folder.begin(photo, validator: validator, total: total) else { return }
    if (try? body.withUnsafeBytes(part.write)) != nil { part.keep() }
  }

  mutating func discard() {
    (body, validator) = (TransferBody(), nil)
    if let folder, folder.hasPart(photo) { folder.discard(photo) }
  }

  mutating func finish(_ machine: DownloadStateMachine) throws -> Fetched {
    body.trim()
    // The check is made here rather than in the filter, because a photo is shown as soon as it has been downloaded.
    _ = try body.withUnsafeBytes { try ImageType(ofPhoto: $0) }
    if let folder, folder.hasPart(photo) { folder.discard(photo) }
    return .original(.memory(body), machine.validator)
  }
}
