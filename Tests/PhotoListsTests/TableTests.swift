import Testing

@testable import PhotoLists

@Suite("Lists: tables, as CSV and TSV")
struct TableTests {
  @Test("The columns are found by their names, whatever separates them", arguments: [",", ";", "\t", "|"])
  func columns(separator: String) {
    let rows = [["id", "Name", "URL"], ["1", "Boats", "http://a/b.png"], ["2", "Étés", "http://a/c.png"]]
    for lineBreak in ["\n", "\r\n"] {
      let text = rows.map { $0.joined(separator: separator) }.joined(separator: lineBreak)
      for step in [1, 7, .max] {
        let read = outcome(of: text, step: step)
        #expect(read.reason == nil)
        #expect(read.names == ["Boats", "Étés"])
        #expect(read.urls == ["http://a/b.png", "http://a/c.png"])
      }
    }
  }

  @Test("Quoted fields may hold separators, quotes and line breaks")
  func quoted() {
    let text = "\"name\",\"url\"\n\"a, \"\"b\"\"\",http://a/?x=1\n\"two\nlines\",\"http://a/,;\"\n"
    for step in [1, 5, .max] {
      let read = outcome(of: text, step: step)
      #expect(read.names == ["a, \"b\"", "two\u{FFFD}lines"])
      #expect(read.urls == ["http://a/?x=1", "http://a/,;"])
    }
  }

  @Test("Blanks around a field are part of it, as of a file's name, unless it is in quotes")
  func blanks() throws {
    let record = Array(#" a b , "c d"  ,"#.utf8)
    var tokenizer = TableTokenizer(ByteStream(MemorySource(record)), separator: UInt8(ascii: ","))
    var fields: [Field] = []
    try tokenizer.record { fields.append($1) }
    #expect(fields == [.text(" a b "), .text("c d"), .text("")])
  }

  @Test(
    "A single column needs no separator; a heading alone has no photos; a short row is one bad entry",
    arguments: [
      ("url\nhttp://a/1.png\n\nhttp://a/2.png", ["http://a/1.png", "http://a/2.png"]), ("url,name\n", []),
      ("url,name\nhttp://a/1.png\n,x\n", ["http://a/1.png", nil]),
      // The first line has no column “url”, so this isn't a table.
      ("http://a/x,y.png\nhttp://a/z.png", ["http://a/x,y.png", "http://a/z.png"]),
    ] as [(String, [String?])])
  func rows(text: String, urls: [String?]) {
    let read = outcome(of: text)
    #expect(read.urls == urls && read.reason == nil)
    #expect(read.entries.allSatisfy { $0.link != nil || $0.flaw == "its URL is empty" })
  }

  @Test("Rows of blank fields are skipped, like those that Excel appends", arguments: [",", ";", "\t"])
  func blankRows(separator: String) {
    let rows = [["name", "url"], ["", ""], ["A", "http://a/1.png"], [" ", ""], ["", ""], ["\u{1A}"]]
    let text = rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
    let read = outcome(of: text)
    #expect(read.urls == ["http://a/1.png"] && read.reason == nil)
  }

  @Test(
    "A table without a heading is read if its first row has a single URL; a URL followed by commas is a line of text",
    arguments: [
      ("A,http://a/1.png\nB,http://a/2.png", ["A", "B"], ["http://a/1.png", "http://a/2.png"]),
      ("1;A;HTTP://a/1.png;x\n", ["A"], ["http://a/1.png"]),
      ("\"http://a/1,2.png\",\"A\"\n", ["A"], ["http://a/1,2.png"]),
      ("\"http://a/1.png\" ; \"Paris, May, 2020\"\n", ["Paris, May, 2020"], ["http://a/1.png"]),
      ("\"http://a/\"\"1.png\";\"A\"\n", ["A"], ["http://a/%221.png"]),
      ("http://a/1.png\tA, B\n", ["A, B"], ["http://a/1.png"]),
      ("\"http://a/1,2.png\"\nhttp://a/3", ["1,2.png", "3"], ["http://a/1,2.png", "http://a/3"]),
      ("http://a/1.png,A\n", ["1.png,A"], ["http://a/1.png,A"]),
    ] as [(String, [String], [String])])
  func withoutHeading(text: String, names: [String], urls: [String]) {
    for step in [1, .max] {
      let read = outcome(of: text, step: step)
      #expect(read.names == names && read.urls == urls && read.reason == nil)
    }
  }

  @Test("Comments before the heading are skipped, unless the heading starts like one")
  func commentsBefore() {
    let read = outcome(of: "# Export, of \"May\"\n#\n\nname,url\nA,http://a/1.png\n")
    #expect(read.names == ["A"] && read.urls == ["http://a/1.png"])
    #expect(outcome(of: "#,url\n1,http://a/1.png\n").urls == ["http://a/1.png"])
    #expect(outcome(of: "# JSON\n[\"http://a/1.png\",\"http://a/2.png\"]\n").urls != ["http://a/2.png"])
    let named = ListSource.reading(.standardInput, urlColumn: "where")
    let column = reader(of: "# Export\nname,where\nA,http://a/1.png\n".utf8, as: named)
    #expect(outcome(of: column).urls == ["http://a/1.png"])
  }

  @Test("Another column is taken where the user names it, and the columns are named where there is none such")
  func named() {
    func read(_ text: String, _ column: String) -> Outcome {
      outcome(of: reader(of: text.utf8, as: .reading(.standardInput, urlColumn: column)))
    }
    #expect(read("id,Image,url\n1,http://a/,http://b/\n", "image").urls == ["http://a/"])
    #expect(read("id;pic\n1;http://a/\n", "image").reason == .noColumn("image", among: ["id", "pic"]))
    #expect(read("", "image").reason == .empty)
  }

  @Test("No more entries are read than were asked for")
  func limited() {
    for (limit, urls) in [
      (1, ["http://a/"]), (2, ["http://a/", "http://b/"]), (9, ["http://a/", "http://b/", "http://c/"]),
    ] {
      let list = ListSource.reading(.standardInput, limit: limit)
      let reader = reader(of: "http://a/\nhttp://b/\nhttp://c/".utf8, as: list)
      #expect(outcome(of: reader, atMost: 2).urls == urls)
    }
  }

  @Test(
    "JSON with comments is named as such",
    arguments: [
      "// mine\n{\"a\": \"http://a/\"}", "/* mine */ [\"http://a/\"]", "//\n\n[\n\"http://a/\"]",
    ])
  func comments(text: String) {
    #expect(
      outcome(of: text).reason == .notAList("JSON with comments, which JSON does not allow (remove them)"))
    #expect(outcome(of: text, step: 3) == outcome(of: text))
  }
}
