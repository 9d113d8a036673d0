import CTurboJPEG
import Imaging

/// Kinds of JPEG that a reader must understand and this project never writes otherwise.
enum SpecialJPEG {
  case progressive, grey

  /// - Parameter picture: without alpha.
  func encode(_ picture: Picture) throws(ImagingError) -> [UInt8] {
    guard let codec = tjInitCompress() else {
      throw .notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(nil)))
    }
    defer { tjDestroy(codec) }
    var file: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(file) }
    let sampling = self == .grey ? TJSAMP_GRAY : TJSAMP_420
    let status = picture.withUnsafeBytes { bytes in
      tjCompress2(
        codec, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(picture.width), Int32(picture.bytesPerRow),
        Int32(picture.height), Int32(TJPF_RGB.rawValue), &file, &count, Int32(sampling.rawValue), 88,
        self == .progressive ? TJFLAG_PROGRESSIVE : 0)
    }
    guard status == 0, let file else {
      throw .notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(codec)))
    }
    return Array(UnsafeBufferPointer(start: file, count: Int(count)))
  }
}
