import Testing
import WebServer

@Suite("Requests taken apart")
struct RequestTests {
  @Test("The path is decoded, and so is the query, in its order; what was encoded is as before")
  func decoding() {
    let request = Request(target: "/a%20b+c?q=mountain+lake&x=%26%C3%B6&flag&x=2")
    #expect(request.path == "/a b+c")
    #expect(request.query["q"] == "mountain lake")
    #expect(request.query["x"] == "&ö")
    #expect(request.query["flag"] == "")
    #expect(request.query["none"] == nil)
    #expect(request.query.items.map(\.name) == ["q", "x", "flag", "x"])
    #expect(request.target == "/a%20b+c?q=mountain+lake&x=%26%C3%B6&flag&x=2")
    let text = "Föhn & 100 % / ?\n\u{1F304}"
    #expect(Query("x=" + percentEncoded(text))["x"] == text)
  }

  @Test("A broken escape stays as it is, and a whole URL loses scheme and host")
  func odd() {
    for target in ["/100%", "/%zz", "/%ff%fe", "/%f"] { #expect(Request(target: target).path == target) }
    #expect(Request(target: "http://example.org:80/a?b=c").target == "/a?b=c")
    #expect(Request(target: "http://example.org").path == "/")
  }
}
