/// Finds user names and passwords in the text of a URL. The URL doesn't have to be usable: its scheme or slashes
/// may be wrong, and its password may contain characters that should have been escaped.
package enum URLPassword {
  /// Returns the text without the user name and password, and without the bytes that requests leave out.
  package static func removed(from text: String) -> String { replaced(in: text, by: "") }

  /// Returns the text with another one instead of the user name, the password and the `@` after them.
  package static func replaced(in text: String, by replacement: String) -> String {
    let url = kept(text)
    guard let userInfo = userInfo(in: url) else { return url }
    return url[..<userInfo.lowerBound] + replacement + url[userInfo.upperBound...]
  }

  /// Returns whether the text has a user name or password.
  package static func isPresent(in text: String) -> Bool { userInfo(in: kept(text)) != nil }

  private static func kept(_ text: String) -> String {
    guard text.utf8.contains(where: RequestURL.isLeftOut) else { return text }
    return String(decoding: text.utf8.filter { !RequestURL.isLeftOut($0) }, as: UTF8.self)
  }

  /// Returns the range of the user name and password, including the `@` after them.
  ///
  /// Digits between a colon and a slash are a port, because requests take them for one, as curl and browsers do:
  /// `http://user:12/34@h` is the path `/34@h` of the host `user`.
  private static func userInfo(in url: String) -> Range<String.Index>? {
    let (start, hasScheme) = authorityStart(of: url)
    // Scalars, because requests don't combine an `@` with a mark that follows it.
    let url = url.unicodeScalars
    var authority = url[start...].prefix { !isSlash($0) && $0 != "?" && $0 != "#" }
    // The user name may be an e-mail address.
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // A colon comes before a password, unless it comes before a port or is inside an IPv6 address.
    if host.first != "[", let colon = host.firstIndex(of: ":"), case let port = host[colon...].dropFirst(),
      !port.isEmpty, !port.allSatisfy({ ("0"..."9").contains($0) }) || UInt16(String(port)) == nil
    {
      authority = url[start...]
    }
    // Without a scheme, only a colon shows that this isn't the name of a file.
    guard let at = authority.lastIndex(of: "@"), hasScheme || authority[..<at].contains(":") else {
      return nil
    }
    return start..<url.index(after: at)
  }

  /// Returns the position after the scheme and its slashes, and whether the URL has either.
  private static func authorityStart(of url: String) -> (String.Index, hasScheme: Bool) {
    let scalars = url.unicodeScalars
    if let colon = scalars.firstIndex(of: ":"), ["http", "https"].contains(url[..<colon].lowercased()) {
      return (scalars[colon...].dropFirst().firstIndex { !isSlash($0) } ?? url.endIndex, true)
    }
    if let scheme = url.firstRange(of: "://"),
      !url[..<scheme.lowerBound].unicodeScalars.contains(where: {
        isSlash($0) || "@?#".unicodeScalars.contains($0)
      })
    {
      return (scheme.upperBound, true)
    }
    if scalars.prefix(2).count == 2, scalars.prefix(2).allSatisfy(isSlash) {
      return (scalars.index(url.startIndex, offsetBy: 2), true)
    }
    return (url.startIndex, false)
  }

  private static func isSlash(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }
}
