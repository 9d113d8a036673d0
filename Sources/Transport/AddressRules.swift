import Foundation

/// Identifies addresses that aren't on the public internet, including multicast addresses, based on the IANA
/// registries of special-purpose addresses (RFC 6890 and its updates).
enum AddressRules {
  /// Returns the reason why an address is refused, or nil if it is public. Addresses of unknown families are
  /// refused.
  static func refusal(of address: UnsafePointer<sockaddr>) -> String? {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
      return refusal(ofIPv4: withUnsafeBytes(of: raw.sin_addr) { Array($0) })
    case AF_INET6:
      let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
      return refusal(ofIPv6: withUnsafeBytes(of: raw.sin6_addr) { Array($0) })
    default:
      return "not an internet address"
    }
  }

  /// - Parameter bytes: The 4 bytes of the address, most significant first.
  static func refusal(ofIPv4 bytes: [UInt8]) -> String? {
    let text = bytes.map(String.init).joined(separator: ".")
    return ipv4Blocks.first { $0.contains(bytes) }.map { "\(text) is \($0.meaning)" }
  }

  /// - Parameter bytes: The 16 bytes of the address, most significant first.
  static func refusal(ofIPv6 bytes: [UInt8]) -> String? {
    if let block = ipv6Blocks.first(where: { $0.contains(bytes) }) {
      return "\(text(ofIPv6: bytes)) is \(block.meaning)"
    }
    // An address that embeds an IPv4 address leads to that address, so the rules for IPv4 apply to it.
    for carrier in ipv4Carriers where carrier.block.contains(bytes) {
      return refusal(ofIPv4: Array(bytes[carrier.offset..<carrier.offset + 4]))
    }
    return nil
  }

  struct Block {
    let prefix: [UInt8]
    let bits: Int
    let meaning: String

    func contains(_ address: [UInt8]) -> Bool {
      for bit in stride(from: 0, to: bits, by: 8) {
        let mask: UInt8 = bits - bit >= 8 ? 0xFF : ~(0xFF >> UInt8(bits - bit))
        let expected = bit / 8 < prefix.count ? prefix[bit / 8] : 0
        if (address[bit / 8] ^ expected) & mask != 0 { return false }
      }
      return true
    }
  }

  private static let ipv4Blocks: [Block] = [
    Block(prefix: [0], bits: 8, meaning: "unspecified, or of this network"),
    Block(prefix: [10], bits: 8, meaning: "a private address"),
    Block(prefix: [100, 64], bits: 10, meaning: "a provider's shared address"),
    Block(prefix: [127], bits: 8, meaning: "a loopback address"),
    Block(prefix: [169, 254], bits: 16, meaning: "a link-local address"),
    Block(prefix: [172, 16], bits: 12, meaning: "a private address"),
    Block(prefix: [192, 0, 0], bits: 24, meaning: "reserved for protocols"),
    Block(prefix: [192, 0, 2], bits: 24, meaning: "reserved for documentation"),
    Block(prefix: [192, 168], bits: 16, meaning: "a private address"),
    Block(prefix: [198, 18], bits: 15, meaning: "reserved for benchmarks"),
    Block(prefix: [198, 51, 100], bits: 24, meaning: "reserved for documentation"),
    Block(prefix: [203, 0, 113], bits: 24, meaning: "reserved for documentation"),
    Block(prefix: [224], bits: 4, meaning: "a multicast address"),
    Block(prefix: [240], bits: 4, meaning: "reserved, or broadcast"),
  ]

  private static let ipv6Blocks: [Block] = [
    Block(prefix: [], bits: 128, meaning: "the unspecified address"),
    Block(prefix: [UInt8](repeating: 0, count: 15) + [1], bits: 128, meaning: "the loopback address"),
    Block(prefix: [0x00, 0x64, 0xFF, 0x9B, 0, 1], bits: 48, meaning: "a local translated address"),
    Block(prefix: [0x01, 0x00], bits: 64, meaning: "reserved for discarding"),
    Block(prefix: [0x20, 0x01, 0, 0], bits: 32, meaning: "a tunnel's address (Teredo)"),
    Block(prefix: [0x20, 0x01, 0x0D, 0xB8], bits: 32, meaning: "reserved for documentation"),
    Block(prefix: [0xFC], bits: 7, meaning: "a private address"),
    Block(prefix: [0xFE, 0x80], bits: 10, meaning: "a link-local address"),
    Block(prefix: [0xFE, 0xC0], bits: 10, meaning: "a site-local address"),
    Block(prefix: [0xFF], bits: 8, meaning: "a multicast address"),
  ]

  private static let ipv4Carriers: [(block: Block, offset: Int)] = [
    (Block(prefix: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], bits: 96, meaning: "mapped"), 12),
    (Block(prefix: [], bits: 96, meaning: "compatible"), 12),
    (Block(prefix: [0x00, 0x64, 0xFF, 0x9B], bits: 96, meaning: "translated"), 12),
    (Block(prefix: [0x20, 0x02], bits: 16, meaning: "6to4"), 2),
  ]

  private static func text(ofIPv6 bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    var copy = bytes
    guard inet_ntop(AF_INET6, &copy, &text, socklen_t(text.count)) != nil else { return "the address" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
