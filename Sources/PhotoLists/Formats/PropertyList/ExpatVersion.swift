import CExpat

/// The version of libexpat that runs, as in “2.5.0”.
public let expatVersion: String = {
  let version = XML_ExpatVersionInfo()
  return "\(version.major).\(version.minor).\(version.micro)"
}()
