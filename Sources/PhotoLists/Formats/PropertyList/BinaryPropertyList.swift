/// The objects of a binary property list. They are looked up on demand, so that a large list never takes more memory
/// than its own size.
///
/// The format (`bplist00`) is described by Apple in CFBinaryPList.c: an 8-byte header, the objects, a table of their
/// offsets, and a 32-byte trailer. Every number is checked.
///
/// Foundation isn't used, because it doesn't limit memory. `PropertyListSerialization` (Swift 6.3.1, Linux) took 610
/// MB for a list of 253 bytes in which seven arrays each refer to the next one ten times, and 1.2 GB for a list of 16
/// MB.
struct BinaryPropertyList {
  enum Object {
    case text(Field)
    case array(References)
    case dictionary(keys: References, values: References)
    /// Any other kind of object, with its description.
    case other(String)
  }

  /// A contiguous sequence of references to objects. Each reference is an object's number.
  struct References {
    fileprivate let start: Int
    let count: Int
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let table: Int
  /// The number of the root object.
  let top: Int

  /// - Returns: Nil if the trailer is damaged or missing.
  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { return nil }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    self.bytes = bytes
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.integer(bytes, at: trailer + 8, size: 8),
      let top = Self.integer(bytes, at: trailer + 16, size: 8),
      let table = Self.integer(bytes, at: trailer + 24, size: 8),
      top < count, table >= 8, table <= trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    objectCount = count
    self.top = top
    self.table = table
  }

  /// Returns the object with this number, or nil if its offset or content is invalid.
  func object(_ number: Int) -> Object? {
    guard let place = place(number) else { return nil }
    let marker = bytes[place]
    switch marker >> 4 {
    case 0x0: return .other(marker == 8 || marker == 9 ? "a boolean" : "no text")
    case 0x1, 0x2: return .other("a number")
    case 0x3: return .other("a date")
    case 0x4: return .other("a block of data")
    default: break
    }
    guard let (count, start) = length(marker, at: place) else { return nil }
    switch marker >> 4 {
    case 0x5: return text(start, count, width: 1)
    case 0x6: return text(start, count, width: 2)
    case 0xA: return references(start, count).map(Object.array)
    case 0xD:
      guard let keys = references(start, count),
        let values = references(start + count * referenceSize, count)
      else { return nil }
      return .dictionary(keys: keys, values: values)
    default: return .other("no text")
    }
  }

  /// Returns an element of an array or a dictionary. The index must be less than the count.
  func object(_ index: Int, of references: References) -> Object? {
    let number = Self.integer(bytes, at: references.start + index * referenceSize, size: referenceSize)
    return number.flatMap(object)
  }

  // MARK: Parts

  /// Returns the offset of the object with this number.
  private func place(_ number: Int) -> Int? {
    guard number < objectCount else { return nil }
    let place = Self.integer(bytes, at: table + number * offsetSize, size: offsetSize)
    return place.flatMap { $0 < table ? $0 : nil }
  }

  /// Returns the number of elements in an object, and the offset of the first one.
  private func length(_ marker: UInt8, at place: Int) -> (count: Int, start: Int)? {
    guard marker & 0xF == 0xF else { return (Int(marker & 0xF), place + 1) }
    // The count follows as a separate integer object.
    guard place + 1 < table, bytes[place + 1] >> 4 == 0x1, bytes[place + 1] & 0xF <= 3 else { return nil }
    let size = 1 << Int(bytes[place + 1] & 0xF)
    guard place + 2 + size <= table, let count = Self.integer(bytes, at: place + 2, size: size) else {
      return nil
    }
    return (count, place + 2 + size)
  }

  private func text(_ start: Int, _ count: Int, width: Int) -> Object? {
    guard start <= table, count <= (table - start) / width else { return nil }
    if count > Field.longest { return .text(.tooLong) }
    let raw = bytes[start..<start + count * width]
    if width == 1 { return .text(Field(utf8: raw)) }
    let units = stride(from: start, to: raw.endIndex, by: 2).map {
      UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1])
    }
    return .text(.text(String(decoding: units, as: UTF16.self)))
  }

  private func references(_ start: Int, _ count: Int) -> References? {
    guard start <= table, count <= (table - start) / referenceSize else { return nil }
    return References(start: start, count: count)
  }

  /// Reads a number of `size` bytes, most significant byte first. Returns nil if the number is larger than any offset
  /// in a file. The caller must have checked that the bytes exist.
  private static func integer(_ bytes: [UInt8], at place: Int, size: Int) -> Int? {
    var value: UInt64 = 0
    for byte in bytes[place..<place + size] { value = value << 8 | UInt64(byte) }
    return value < 1 << 48 ? Int(value) : nil
  }
}
