import Testing

@testable import PhotoLists

@Suite("Lists: what people try first is read, or the remedy is named")
struct ListShapeTests {
  private static let a = "http://a.example/1.jpg"
  private static let b = "http://a.example/2.jpg"
  private static let both = ["Sea=\(a)", "Lake=\(b)"]

  /// Returns the entries' names and URLs, and checks that they don't depend on how the bytes arrive.
  private func read(_ text: String) -> [String] {
    let whole = outcome(of: text)
    for step in [1, 7, 4096] { #expect(outcome(of: text, step: step) == whole) }
    #expect(whole.reason == nil)
    return whole.entries.map { "\($0.name)=\($0.link ?? "?")" }
  }

  @Test(
    "Headings follow the same rules as rows",
    arguments: [
      "\"caption, en\",\"url\"\n\"A day, at sea\",\(a)\n",
      "\u{FEFF}\"caption\nen\",\"url\"\r\n\"A\",\(a)\r\n",
      "\"size, px\",\"url\",\"page\"\n\"1, 2\",\(a),\(b)\n", "\"a \"\"b\"\"\", \"url\"\nx, \"\(a)\"\n",
      "sep=;\nname,x;url\nA;\(a)\n", "\"sep=|\"\r\nid|url\r\n1|\(a)\r\n", "sep=,,\nid,url\n1,\(a)\n",
      "id;url\n\"1\" ; \"\(a)\" \n", "\turl\n1\t\(a)\n", "url , id\n\(a) , 1\n",
      "\n\"a\nb\nc\",url\n1,\(a)\n", "id|url\n1|\(a)\n",
    ])
  func headings(text: String) {
    #expect(outcome(of: text).urls == [Self.a])
    for step in [1, 3, 5, 7] { #expect(outcome(of: text, step: step) == outcome(of: text)) }
  }

  @Test(
    "Usual columns are recognized, the best first, in any case",
    arguments: [
      "title,image_url\nSea,\(a)", "Image URL,Name\n\(a),Sea", "src\tcaption\n\(a)\tSea",
      "link;name\n\(a);Sea", "image,url,name\n\(b),\(a),Sea", "Caption,Title,imageUrl\nx,Sea,\(a)",
    ])
  func columns(text: String) { #expect(read(text) == ["Sea=\(Self.a)"]) }

  @Test("A table with other columns is refused with their names; text that holds the word “url” is no table")
  func otherColumns() {
    #expect(outcome(of: "name,picture_href\nSea,\(Self.a)\n").reason == .noURLColumn("name, picture_href"))
    #expect(outcome(of: "sep=;\nname;where\n").reason == .noURLColumn("name, where"))
    #expect(
      read("http://a.example/x?f=a,url,b\n\(Self.a)") == [
        "x=http://a.example/x?f=a,url,b", "1.jpg=\(Self.a)",
      ])
  }

  @Test(
    "An object of names and URLs is told from a record, on one line or several",
    arguments: [
      (#"{"url":"\#(a)","Lake":"\#(b)"}"#, ["url=\(a)", "Lake=\(b)"]),
      (#"{"Lake":"\#(b)","url":"\#(a)"}"#, ["Lake=\(b)", "url=\(a)"]),
      ("{\"url\":\"\(a)\",\n\"Lake\":\"\(b)\"}", ["url=\(a)", "Lake=\(b)"]),
      ("\u{FEFF}{\n\"Lake\": \"\(b)\"\n}", ["Lake=\(b)"]), ("{\"Lake\":\"\(b)\"}\n", ["Lake=\(b)"]),
      ("{\"name\":\"No URL\"}\n{\"name\":\"Sea\",\"url\":\"\(a)\"}", ["No URL=?", "Sea=\(a)"]),
      (#"{"url":"\#(a)","name":"Sea"}"#, ["Sea=\(a)"]),
      ("{\n\"name\":\"Sea\",\n\"url\":\"\(a)\"\n}\n", ["Sea=\(a)"]), (#"{"url":"\#(a)"}"#, ["1.jpg=\(a)"]),
      (#"{"image":"\#(a)","width":5}"#, ["1.jpg=\(a)"]),
      ("{\"name\":\"Sea\",\"url\":\"\(a)\"}\n\n{\"title\":\"Lake\",\"src\":\"\(b)\"}", both),
      ("{\n\"name\":\"Sea\",\"url\":\"\(a)\"}\n{\n\"name\":\"Lake\",\"url\":\"\(b)\"}", both),
      ("{\"url\":\"\(a)\",\"page\":\"\(b)\"}\n{\"url\":\"\(b)\"}\n", ["1.jpg=\(a)", "2.jpg=\(b)"]),
    ])
  func objects(text: String, expected: [String]) { #expect(read(text) == expected) }

  @Test("A first record of any length is a record", arguments: [1 << 10, 100_000, 1 << 20])
  func longRecord(length: Int) {
    let filler = String(repeating: "A", count: length)
    let text =
      #"{"name":"Sea","thumb":"\#(filler)","url":"\#(Self.a)"}"# + "\n"
      + #"{"name":"Lake","url":"\#(Self.b)"}"#
    let whole = outcome(of: text)
    #expect(whole.names == ["Sea", "Lake"] && whole.urls == [Self.a, Self.b] && whole.reason == nil)
    let wide = (0..<200).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    #expect(outcome(of: #"{"url":"\#(Self.a)","n":1,\#(wide)}"# + "\n").urls == [Self.a])
  }

  @Test(
    "Photos may be one level down",
    arguments: [
      #"{"photos":[{"name":"Sea","url":"\#(a)"},{"name":"Lake","url":"\#(b)"}]}"#,
      #"{"count":2,"next":"http://a.example/p2","photos":[{"title":"Sea","image":{"url":"\#(a)"}},{"caption":"Lake","src":"\#(b)"}],"tags":["x"]}"#,
      "{\n \"items\": [\n {\"name\":\"Sea\",\"url\":\"\(a)\"}\n],\n\"more\": [{\"name\":\"Lake\",\"url\":\"\(b)\"}] }",
      #"{"Sea":{"url":"\#(a)","size":[1]},"Lake":{"url":"\#(b)"}}"#,
    ])
  func nested(text: String) { #expect(read(text) == Self.both) }

  @Test(
    "Members beside a list that may have been meant as photos are named if they aren't read",
    arguments: [
      #"{"Sea":"http://a.example/sea","next":"http://a.example/p2","photos":["\#(a)"],"count":2}"#,
      "{\n\"Sea\":\"http://a.example/sea\",\n\"photos\":[\"\(a)\"],\n\"next\":\"http://a.example/p2\"\n}",
      #"{"photos":["\#(a)"],"Sea":"http://a.example/sea","next":["p/2","p/3"],"tags":["x"]}"#,
    ])
  func passedOver(text: String) {
    let reader = reader(of: text.utf8)
    #expect(outcome(of: reader).urls == [Self.a])
    #expect(reader.passedOver == ["Sea", "next"])
  }

  @Test("A list one level down may begin with an entry that has no URL")
  func noURLFirst() {
    #expect(
      read(#"{"photos":[{"name":"Sea"},null,{"name":"Lake","url":"\#(Self.b)"}]}"#) == [
        "Sea=?", "entry 2=?", "Lake=\(Self.b)",
      ])
  }

  @Test(
    "A name from a URL is readable, in whatever encoding it was escaped",
    arguments: [
      ("caf%E9.jpg", "café.jpg"), ("na%EFve.jpg", "naïve.jpg"), ("caf%C3%A9.jpg", "café.jpg"),
      ("a+b.jpg", "a+b.jpg"),
      ("a%2Fb.jpg", "a/b.jpg"), ("100%.jpg", "100%.jpg"), ("a.jpg?x=/y.jpg#/z", "a.jpg"),
    ])
  func names(last: String, name: String) {
    #expect(read("http://a.example/ok/\(last)").first?.hasPrefix(name + "=") == true)
  }
}
