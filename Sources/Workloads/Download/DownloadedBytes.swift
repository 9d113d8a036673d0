import Foundation
import Imaging
import PhotoLists
import Transport

/// The bytes of one file as they arrive. The first piece is held in memory, and written to the partial file together with
/// the next. Most small files arrive in one piece.
struct DownloadedBytes {
  private let file: DownloadFile
  private let folder: DownloadFolder
  private let takesAny: Bool

  /// Opens the partial file.
  private var open: ((_ isWhole: Bool) throws -> PartialFile)?
  private var partial: PartialFile?
  private var firstPiece: [UInt8] = []
  /// The file's first kilobyte.
  private var start: [UInt8] = []
  private var contentType: String?

  /// The number of bytes that `ImageType` examines.
  private static let startSize = 1024

  /// - Parameter takesAny: whether files that are not images are kept.
  init(_ file: DownloadFile, in folder: DownloadFolder, takesAny: Bool) {
    self.file = file
    self.folder = folder
    self.takesAny = takesAny
  }

  // MARK: Receiving

  /// A body begins that has the whole file.
  mutating func beginWhole(_ validator: Validator?, total: Int?, contentType: String?) {
    open = { [file, folder] isWhole in
      try folder.begin(file, validator: validator, total: total, isWhole: isWhole)
    }
    (self.contentType, firstPiece, start) = (contentType, [], [])
  }

  /// A body begins that continues the part on disk.
  mutating func beginRest(contentType: String?) {
    open = { [file, folder] _ in try folder.goOn(file) }
    (self.contentType, firstPiece, start) = (contentType, [], readStart())
  }

  /// - Throws: `OutputError`; an error that says that it is not an image, as soon as enough of the file has come to see it.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws {
    if partial == nil, firstPiece.isEmpty {
      firstPiece = Array(piece)
    } else {
      try flush()
      // To the system's memory, which costs less than handing it on to another thread would.
      try partial?.write(piece)
    }
    guard start.count < Self.startSize else { return }
    start += piece.prefix(Self.startSize - start.count)
    if start.count == Self.startSize, !takesAny { _ = try imageType() }
  }

  /// Writes what is not written yet.
  /// - Parameter isWhole: whether that is all of the file.
  /// - Throws: `OutputError`.
  mutating func flush(isWhole: Bool = false) throws {
    guard self.partial == nil, let open else { return }
    let partial = try open(isWhole)
    self.partial = partial
    try firstPiece.withUnsafeBytes { try partial.write($0) }
  }

  /// The partial file. Only its name is missing where no byte has come.
  /// - Throws: `OutputError`.
  func whole() throws -> PartialFile { try partial ?? folder.goOn(file) }

  /// Leaves the partial file as it is.
  mutating func keep() {
    partial?.keep()
    (partial, open) = (nil, nil)
  }

  // MARK: What it is

  /// The extension of the complete file.
  /// - Throws: an error that says that it is not an image, or only a part of one.
  mutating func suffix(size: Int) throws -> String {
    if start.isEmpty { start = readStart() }
    let type: ImageType
    do {
      type = try imageType()
    } catch {
      guard takesAny else { throw error }
      return FileKind.suffix(url: file.url, contentType: contentType)
    }
    if !takesAny, try isCutShort(type, size: size) {
      throw Refusal(
        reason: "an incomplete \(type): the end is missing, though the server says that this is all of it")
    }
    return FileKind.suffix(type)
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

/// The kind of a downloaded file, which decides its extension.
enum FileKind {
  /// The file extension of an image.
  static func suffix(_ type: ImageType) -> String {
    switch type {
    case .jpeg: "jpg"
    case .jpegXL: "jxl"
    case .jpeg2000: "jp2"
    case .png, .gif, .webp, .bmp, .tiff, .heic, .avif, .ico, .psd, .svg: type.rawValue
    }
  }

  /// The extension of any other file, from its URL or its content type; never that of an image.
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
      || ImageType.allCases.contains { self.suffix($0) == suffix }
  }

  private static let suffixes = [
    "text/html": "html", "text/plain": "txt", "text/xml": "xml", "application/xml": "xml",
    "application/json": "json", "application/pdf": "pdf", "application/zip": "zip", "video/mp4": "mp4",
    "video/webm": "webm",
  ]
}
