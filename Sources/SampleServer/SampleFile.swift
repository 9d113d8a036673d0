import Base
import CSamples
import WebServer

/// A photo or portrait that is compiled into the program.
struct SampleFile: Sendable {
  let bytes: [UInt8]
  /// The entity tag, which changes when the bytes do.
  let etag: String

  /// All files by their paths on the server.
  private static let files: [String: SampleFile] = {
    let files = UnsafeBufferPointer(start: sampleFiles(), count: Int(sampleFileCount())).map { file in
      let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
      return (String(cString: file.path), SampleFile(bytes: bytes, etag: String(cString: file.etag)))
    }
    return Dictionary(uniqueKeysWithValues: files)
  }()

  /// Returns the reply to a request for a file, or nil if no file has this path.
  static func response(for path: String) -> Response? {
    files[path].map { file in
      var response = Response(type: type(of: path), body: .bytes(file.bytes))
      // The first second of 2025, which is older than any run of the program.
      response.setValidators(etag: file.etag, lastModified: HTTPDate(seconds: 1_735_689_600))
      response.headers.add(name: "Cache-Control", value: "public, max-age=3600")
      return response
    }
  }

  /// Returns the media type of a file.
  static func type(of path: String) -> String { path.hasSuffix(".png") ? "image/png" : "image/jpeg" }
}
