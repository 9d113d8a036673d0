import Foundation
import Imaging
import PhotoLists

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
    let inURL = (URL(string: url)?.pathExtension ?? "").lowercased()
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
