import CDeflate

/// Returns the CRC-32 of bytes that follow others, as in PNG and gzip (RFC 1952, section 8).
///
/// - Parameter before: The CRC-32 of the preceding bytes.
package func checksum(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
  bytes.isEmpty ? before : libdeflate_crc32(before, bytes.baseAddress, bytes.count)
}
