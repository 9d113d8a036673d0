/// The type of an image file, detected from its first bytes because file names and content types can be wrong.
public enum ImageType: String, Sendable, CaseIterable, CustomStringConvertible {
  case png, xcodePNG, jpeg, gif, webp, bmp, tiff, heic, avif, jpegXL, jpeg2000, ico, psd, svg

  public var description: String {
    switch self {
    case .png, .jpeg, .gif, .bmp, .tiff, .heic, .avif, .ico, .psd, .svg: rawValue.uppercased()
    case .xcodePNG: "Xcode-optimized PNG"
    case .webp: "WebP"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    }
  }

  /// The file name extension, without the dot.
  public var fileExtension: String {
    switch self {
    case .xcodePNG: "png"
    case .jpeg: "jpg"
    case .jpegXL: "jxl"
    case .jpeg2000: "jp2"
    case .png, .gif, .webp, .bmp, .tiff, .heic, .avif, .ico, .psd, .svg: rawValue
    }
  }

  /// The media type of a format that `decode` supports, or nil for all others.
  public var mediaType: String? { isDecoded ? "image/\(rawValue)" : nil }

  /// Detects the type of a file, and throws unless `decode` supports that type.
  package init(ofPhoto bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    self = try ImageType(of: bytes)
    if !isDecoded { throw .unsupported(self) }
  }

  /// Detects the type of a file from its first kilobyte.
  public init(of bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    guard !bytes.isEmpty else { throw .empty }
    let start = Beginning(bytes)
    guard let type = Self.allCases.first(where: start.is) else {
      throw .notAnImage(looksLike: start.otherwise)
    }
    self = type
  }
}

/// The first bytes of a file, matched against the signatures in the formats' specifications.
private struct Beginning {
  private let bytes: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) { bytes = UnsafeRawBufferPointer(rebasing: file.prefix(1024)) }

  /// The text in lowercase, without leading white space, for detecting HTML and SVG. It is computed only if no other
  /// type matches, because that takes longer than all the other checks together.
  private var text: String {
    String(decoding: bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }, as: UTF8.self)
      .lowercased()
  }

  func `is`(_ type: ImageType) -> Bool {
    switch type {
    case .png: has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && !self.is(.xcodePNG)
    // Xcode writes this chunk first, followed by rows that other programs can't read.
    case .xcodePNG: has("CgBI", at: 12)
    // The 0xFF of the first segment isn't checked, because stray bytes may precede it.
    case .jpeg: has([0xFF, 0xD8])
    case .gif: has("GIF87a") || has("GIF89a")
    case .webp: has("RIFF") && has("WEBP", at: 8)
    // Two letters are weak evidence. The four reserved bytes and the high bytes of the header size must therefore be
    // zero as well.
    case .bmp: has("BM") && has([0, 0, 0, 0], at: 6) && has([0, 0, 0], at: 15)
    case .tiff: has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) || has([0x49, 0x49, 0x2B, 0])
    case .heic:
      !brands.isDisjoint(with: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])
        && !self.is(.avif)
    case .avif: !brands.isDisjoint(with: ["avif", "avis"])
    case .jpegXL: has([0xFF, 0x0A]) || has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    case .jpeg2000:
      has([0xFF, 0x4F, 0xFF, 0x51]) || has([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    case .ico: has([0, 0, 1, 0]) && has([0], at: 5) && has([0], at: 9) && !has([0], at: 4)
    case .psd: has("8BPS")
    case .svg: isSVG(text)
    }
  }

  private func isSVG(_ text: String) -> Bool {
    text.hasPrefix("<") && text.contains("<svg") && !text.contains("<html")
  }

  /// A guess at the content of a file that isn't an image. Usually it is a server's error message.
  var otherwise: String {
    let text = text
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.contains("<body") {
      return "a web page"
    }
    if text.hasPrefix("<?xml") { return "XML" }
    if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
    if has("%PDF") { return "a PDF" }
    if has("PK\u{3}\u{4}") { return "a ZIP archive" }
    if has([0x1F, 0x8B]) { return "gzip" }
    if has("ftyp", at: 4) || has([0x1A, 0x45, 0xDF, 0xA3]) { return "a video" }
    if bytes.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }) { return "text" }
    let digits = Array("0123456789ABCDEF")
    let start = bytes.prefix(8).map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }
    return "unknown data that begins with \(start.joined(separator: " "))"
  }

  /// The major and compatible brands in the first box of an ISO base media file (ISO/IEC 14496-12).
  private var brands: Set<String> {
    guard has("ftyp", at: 4) else { return [] }
    let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let box = bytes.prefix(size)
    let starts = [8] + stride(from: 16, to: box.count, by: 4)
    return Set(
      starts.filter { $0 + 4 <= box.count }.map { String(decoding: box[$0..<$0 + 4], as: UTF8.self) })
  }

  private func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }

  private func has(_ expected: [UInt8], at offset: Int = 0) -> Bool {
    bytes.dropFirst(offset).starts(with: expected)
  }
}
