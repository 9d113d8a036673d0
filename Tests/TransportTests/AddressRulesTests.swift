import Foundation
import Testing

@testable import Transport

@Suite("Private addresses")
struct AddressRulesTests {
  @Test(
    "Addresses that are not the public internet's are refused",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.0.9", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1",
      "198.19.0.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
      "::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fdff:1::2", "ff02::1", "100::1", "2001::1",
      "64:ff9b:1::1", "2001:db8::1",
      // Addresses that embed a refused IPv4 address.
      "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
      "2002:c0a8:101::1",
    ])
  func refused(address: String) throws {
    #expect(try refusal(of: address) != nil)
  }

  @Test(
    "Public addresses are not",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255", "198.20.0.0", "223.255.255.255",
      "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ])
  func allowed(address: String) throws {
    #expect(try refusal(of: address) == nil)
  }

  @Test("The reason names the address and what it is")
  func words() throws {
    #expect(try refusal(of: "127.0.0.1") == "127.0.0.1 is a loopback address")
    #expect(try refusal(of: "::1") == "::1 is the loopback address")
    #expect(try refusal(of: "::ffff:10.1.2.3") == "10.1.2.3 is a private address")
  }

  @Test("An address of an unknown family is refused")
  func unknownFamily() {
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNIX)
    #expect(AddressRules.refusal(of: &address) != nil)
  }

  /// Returns the refusal of an address, passed as a `sockaddr` like in real use.
  private func refusal(of text: String) throws -> String? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    try #require(getaddrinfo(text, nil, &hints, &found) == 0)
    defer { freeaddrinfo(found) }
    return try AddressRules.refusal(of: #require(found?.pointee.ai_addr))
  }
}
