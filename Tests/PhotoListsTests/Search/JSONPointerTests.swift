import Testing

@testable import PhotoLists

@Suite("JSON pointers")
struct JSONPointerTests {
  @Test(
    "The examples of RFC 6901 lead where it says",
    arguments: [
      ("/foo/0", "bar"), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
      ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
      // From section 4: ~01 stands for ~1, not for a slash.
      ("/~01", "9"), ("/~10", "10"),
    ])
  func examples(pointer: String, expected: String) throws {
    let document = #"""
      {"foo": ["bar", "baz"], "": "0", "a/b": "1", "c%d": "2", "e^f": "3", "g|h": "4", "i\\j": "5", "k\"l": "6",
       " ": "7", "m~n": "8", "~1": "9", "/": "slash", "/0": "10"}
      """#
    #expect(try found(pointer, in: document) == .text(expected))
    // The empty pointer refers to the whole document.
    #expect(try found("", in: "\"\(expected)\"") == .text(expected))
  }

  /// Names are compared by code points, so a different encoding of an accent is a different name.
  @Test(
    "A pointer that leads nowhere finds nothing",
    arguments: ["/foo/2", "/foo/-", "/foo/00", "/foo/bar", "/bar", "/foo/0/x", "/FOO", "/\u{E9}"])
  func nowhere(pointer: String) throws {
    #expect(try found(pointer, in: "{\"foo\": [\"bar\", \"baz\"], \"e\u{301}\": \"x\"}") == .missing)
  }

  @Test("An invalid pointer is refused, and quoted", arguments: ["foo", "/a~", "/a~2", "#/foo"])
  func refused(text: String) {
    let error = #expect(throws: SearchError.self) { try JSONPointer(text) }
    #expect(error?.description.contains("“\(text)”") == true)
  }

  private func found(_ pointer: String, in document: String) throws -> Field {
    let service = try SearchService(template: "x://{query}", items: "", link: pointer)
    var parser = SearchReplyParser(ByteStream(MemorySource("[\(document)]".utf8)), service)
    return try #require(try parser.next()).url
  }
}
