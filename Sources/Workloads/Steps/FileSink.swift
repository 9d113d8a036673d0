import Foundation
import Imaging
import PhotoLists
import Transport

/// The partial file of an original that is kept. The first piece is kept in memory and written to the file together
/// with the second one, because most small files arrive in one piece.
struct FileSink: FetchSink {
  private let photo: Photo
  private let folder: PhotoFolder
  private var takesAny: Bool { folder.plan.takesAny }

  /// Opens the partial file.
  private var open: ((_ isWhole: Bool) throws -> PartialFile)?
  private var partial: PartialFile?
  private var firstPiece: [UInt8] = []
  /// The first kilobyte of the file.
  private var start: [UInt8] = []
  private var contentType: String?

  /// The number of bytes that `ImageType` examines.
  private static let startSize = 1024

  init(_ photo: Photo, in folder: PhotoFolder) { (self.photo, self.folder) = (photo, folder) }

  let isSlow = true

  // MARK: Receiving

  mutating func resumption() -> Resumption? {
    partial?.keep()
    (partial, open) = (nil, nil)
    return folder.resumption(photo)
  }

  mutating func begin(_ head: TransferHead, _ validator: Validator?, isRest: Bool) {
    open = { [photo, folder] isWhole in
      if isRest { return try folder.resume(photo) }
      return try folder.begin(photo, validator: validator, total: head.contentLength?.count, isWhole: isWhole)
    }
    (contentType, firstPiece, start) = (head.contentType, [], isRest ? readStart() : [])
  }

  /// Appends bytes of the body.
  ///
  /// - Throws: `OutputError`, or an error stating that the file isn't an image, thrown as soon as the first
  ///   bytes show it.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws {
    if partial == nil, firstPiece.isEmpty {
      firstPiece = Array(piece)
    } else {
      try flush()
      // Writing to the page cache costs less than handing the bytes to another thread.
      try partial?.write(piece)
    }
    guard start.count < Self.startSize else { return }
    start += piece.prefix(Self.startSize - start.count)
    if start.count == Self.startSize, !takesAny { _ = try imageType() }
  }

  mutating func flush() throws { try flush(isWhole: false) }

  /// Writes the bytes that are still in memory.
  ///
  /// - Parameter isWhole: Whether they are the whole file.
  private mutating func flush(isWhole: Bool) throws {
    guard self.partial == nil, let open else { return }
    let partial = try open(isWhole)
    self.partial = partial
    try firstPiece.withUnsafeBytes { try partial.write($0) }
  }

  mutating func leave() { if resumption() == nil { discard() } }

  mutating func discard() {
    (partial, open) = (nil, nil)
    folder.discard(photo)
  }

  mutating func finish(_ machine: DownloadStateMachine) throws -> Fetched {
    try flush(isWhole: true)
    let suffix = try suffix(size: machine.size)
    // If this request delivered no bytes, the file was already complete but didn't have its final name yet.
    let name = try folder.commit(
      partial ?? folder.resume(photo), of: photo, suffix: suffix, bytes: machine.size,
      validator: machine.validator)
    return .saved(file: name, bytes: machine.size, machine.validator)
  }

  // MARK: File type

  /// Returns the file extension of the complete file.
  ///
  /// - Throws: An error stating that the file isn't an image or is incomplete.
  private mutating func suffix(size: Int) throws -> String {
    if start.isEmpty { start = readStart() }
    let type: ImageType
    do {
      type = try imageType()
    } catch {
      guard takesAny else { throw error }
      return Self.suffix(url: photo.url, contentType: contentType)
    }
    if !takesAny, try isCutShort(type, size: size) {
      throw TransferError.Reason.other(
        "an incomplete \(type): its end is missing, although the server says that it is complete")
    }
    return type.fileExtension
  }

  private func isCutShort(_ type: ImageType, size: Int) throws -> Bool {
    if firstPiece.count == size { return firstPiece.withUnsafeBytes(type.isCutShort) }
    return try onDisk().withUnsafeBytes(type.isCutShort)
  }

  private func imageType() throws -> ImageType { try start.withUnsafeBytes { try ImageType(of: $0) } }

  private func readStart() -> [UInt8] { Array(((try? onDisk()) ?? Data()).prefix(Self.startSize)) }

  private func onDisk() throws -> Data {
    let path = folder.partial(photo)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw OutputError(reading: path, error)
    }
  }
}

extension FileSink {
  /// Returns the extension of a file that isn't an image, taken from its URL or content type. It is never an image's
  /// extension.
  static func suffix(url: String, contentType: String?) -> String {
    let name = String(decoding: RequestURL(url).lastPathComponent, as: UTF8.self)
    let inURL = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    if (1...5).contains(inURL.count), inURL.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      !isImage(inURL)
    {
      return inURL
    }
    let type = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    return suffixes[type] ?? "bin"
  }

  private static func isImage(_ suffix: String) -> Bool {
    ImageExtension.length(in: "." + suffix) != nil
      || ImageType.allCases.contains { $0.fileExtension == suffix }
  }

  private static let suffixes = [
    "text/html": "html", "text/plain": "txt", "text/xml": "xml", "application/xml": "xml",
    "application/json": "json", "application/pdf": "pdf", "application/zip": "zip", "video/mp4": "mp4",
    "video/webm": "webm",
  ]
}
