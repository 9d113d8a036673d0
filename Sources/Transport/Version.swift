import CCurl

/// The version of libcurl that runs, as in “7.88.1”.
public let curlVersion: String = {
  let number = ccurl_version_number()
  return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
}()
