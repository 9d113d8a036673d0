import Foundation

/// The check of a list such as `no_proxy`. It replaces libcurl's, which knows neither ports nor, before version 8,
/// IPv6 blocks or other spellings of an address.
enum NoProxy {
  /// Returns whether a list names a host.
  ///
  /// An entry is `*`, a domain with all of its subdomains, an address, or a block of addresses such as `10.0.0.0/8`.
  /// With a port, it is for that port only.
  static func isListed(_ url: CheckedURL, in list: String) -> Bool {
    let port = url.host[url.host.index(after: url.host.lastIndex(of: ":") ?? url.host.startIndex)...]
    return list.split { $0 == "," || $0.isWhitespace }.contains { names($0, url.name, port) }
  }

  private static func names(_ entry: Substring, _ name: String, _ port: Substring) -> Bool {
    var entry = entry
    // Other colons than the only one or one after a bracket belong to an IPv6 address.
    if let colon = entry.lastIndex(of: ":"), entry[..<colon].last == "]" || !entry[..<colon].contains(":") {
      guard entry[colon...].dropFirst() == port else { return false }
      entry = entry[..<colon]
    }
    if entry == "*" { return true }
    let parts = entry.split(separator: "/", maxSplits: 1)
    if let address = address(name) {
      guard let first = parts.first, let prefix = self.address(first), prefix.count == address.count,
        let bits = parts.count == 1 ? 8 * prefix.count : Int(parts[1]), 0...8 * prefix.count ~= bits
      else { return false }
      return AddressRules.Block(prefix: prefix, bits: bits, meaning: "listed").contains(address)
    }
    let domain = trimmed(entry.hasPrefix("*.") ? entry.dropFirst() : entry)
    return !domain.isEmpty && ".\(trimmed(name[...]))".hasSuffix(".\(domain)")
  }

  private static func trimmed(_ name: Substring) -> String {
    name.lowercased().trimmingCharacters(in: ["."])
  }

  /// Returns the bytes of an address, or nil for other text. An IPv4 address in IPv6 form has four.
  private static func address(_ text: some StringProtocol) -> [UInt8]? {
    let text = text.filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(text), &bytes) == 1 { return Array(bytes.prefix(4)) }
    guard inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
    let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
    return isMapped ? Array(bytes.suffix(4)) : bytes
  }
}
