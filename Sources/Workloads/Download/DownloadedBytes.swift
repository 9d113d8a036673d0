import Foundation
import Imaging
import PhotoLists
import Transport

/// The bytes of one file as they arrive. The first piece is kept in memory and written to the partial file
/// together with the second one, because most small files arrive in one piece.
struct DownloadedBytes {
  private let file: DownloadFile
  private let folder: DownloadFolder
  private let takesAny: Bool

  /// Opens the partial file.
  private var open: ((_ isWhole: Bool) throws -> PartialFile)?
  private var partial: PartialFile?
  private var firstPiece: [UInt8] = []
  /// The first kilobyte of the file.
  private var start: [UInt8] = []
  private var contentType: String?

  /// The number of bytes that `ImageType` examines.
  private static let startSize = 1024

  /// - Parameter takesAny: Whether files that aren't images are kept.
  init(_ file: DownloadFile, in folder: DownloadFolder, takesAny: Bool) {
    self.file = file
    self.folder = folder
    self.takesAny = takesAny
  }

  // MARK: Receiving

  /// Prepares for a body that contains the whole file.
  mutating func beginWhole(_ validator: Validator?, total: Int?, contentType: String?) {
    open = { [file, folder] isWhole in
      try folder.begin(file, validator: validator, total: total, isWhole: isWhole)
    }
    (self.contentType, firstPiece, start) = (contentType, [], [])
  }

  /// Prepares for a body that continues the partial file.
  mutating func beginRest(contentType: String?) {
    open = { [file, folder] _ in try folder.resume(file) }
    (self.contentType, firstPiece, start) = (contentType, [], readStart())
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

  /// Writes the bytes that are still in memory.
  ///
  /// - Parameter isWhole: Whether they are the whole file.
  /// - Throws: `OutputError`.
  mutating func flush(isWhole: Bool = false) throws {
    guard self.partial == nil, let open else { return }
    let partial = try open(isWhole)
    self.partial = partial
    try firstPiece.withUnsafeBytes { try partial.write($0) }
  }

  /// Returns the partial file once it is complete. If this request delivered no bytes, the file was
  /// already complete but didn't have its final name yet.
  ///
  /// - Throws: `OutputError`.
  func whole() throws -> PartialFile { try partial ?? folder.resume(file) }

  /// Closes the partial file without removing it.
  mutating func keep() {
    partial?.keep()
    (partial, open) = (nil, nil)
  }

  // MARK: File type

  /// Returns the file extension of the complete file.
  ///
  /// - Throws: An error stating that the file isn't an image or is incomplete.
  mutating func suffix(size: Int) throws -> String {
    if start.isEmpty { start = readStart() }
    let type: ImageType
    do {
      type = try imageType()
    } catch {
      guard takesAny else { throw error }
      return FileExtension.suffix(url: file.url, contentType: contentType)
    }
    if !takesAny, try isCutShort(type, size: size) {
      throw Refusal(
        reason: "an incomplete \(type): its end is missing, although the server says that it is complete")
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
    let path = folder.partial(file)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw OutputError(reading: path, error)
    }
  }
}

/// The extensions of downloaded files that are not images.
enum FileExtension {
  /// Returns the extension of a file, taken from its URL or content type. It is never an image's
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
