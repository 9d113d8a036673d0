import Testing

@testable import Transport

@Suite("Request URLs")
struct RequestURLTests {
  @Test(
    "Only what its component doesn't allow is encoded, and escapes stay",
    arguments: [
      ("http://h/150صورة%20بحر.jpg", "http://h/150%D8%B5%D9%88%D8%B1%D8%A9%20%D8%A8%D8%AD%D8%B1.jpg"),
      ("http://h/q?p=[%22123%22]", "http://h/q?p=[%22123%22]"),
      ("http://h/a%27s_\"b\"_%28c%29", "http://h/a%27s_%22b%22_%28c%29"),
      ("http://h/o/p%2Fsea side.jpg?t=a%2Fb", "http://h/o/p%2Fsea%20side.jpg?t=a%2Fb"),
      ("http://h/%C3%A9é", "http://h/%C3%A9%C3%A9"), ("http://h/100%/%zz%4", "http://h/100%/%zz%4"),
      ("http://h/a+b?c+d=e+f", "http://h/a+b?c+d=e+f"),
      ("http://h/{a}|[b]^`c", "http://h/%7Ba%7D|[b]%5E%60c"),
      ("http://h?{a}|b^`c'<d>", "http://h/?{a}|b^`c'%3Cd%3E"), ("http://h/a#b c\"d", "http://h/a#b%20c%22d"),
      ("http://h/a\u{1}b?\u{1B}#\u{7F}", "http://h/a%01b?%1B#%7F"),
      ("http://h/a?b?c#d?e#f", "http://h/a?b?c#d?e#f"), ("http://us er:p@ss@h/", "http://us%20er:p%40ss@h/"),
      ("HTTP://H:80/~%41", "http://H:80/~%41"), ("http://[::1]:80/[x]", "http://[::1]:80/[x]"),
    ])
  func encoded(text: String, expected: String) {
    #expect(RequestURL(text).text == expected)
    #expect(RequestURL(expected).text == expected)
  }

  @Test("Tabs and line breaks are removed, as in browsers")
  func wrapped() {
    #expect(RequestURL("ht\ttp://h/a\r\n  b?c\n#d\t").text == "http://h/a%20%20b?c#d")
    #expect(RequestURL("b\n/c", relativeTo: RequestURL("http://h/a")).text == "http://h/b/c")
  }

  @Test("Bytes that aren't UTF-8 are encoded one by one")
  func bytes() {
    #expect(RequestURL(bytes: Array("http://h/caf".utf8) + [0xE9]).text == "http://h/caf%E9")
  }

  @Test(
    "An international host is converted, also an escaped one, whatever the locale",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example:80", "xn--bcher-kva.example:80"),
      ("b%C3%BCcher.example", "xn--bcher-kva.example"), ("例え。jp", "xn--r8jz45g.jp"),
      ("straße.de", "xn--strae-oqa.de"), ("%68ost", "host"),
      ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ])
  func hosts(host: String, expected: String) {
    #expect(RequestURL("http://u:p@\(host)/x").text == "http://u:p@\(expected)/x")
  }

  @Test(
    "A host that can't be converted, or that hides another, is refused",
    arguments: [
      "ü..de", "-ü.de", "a%2Fb", "a%40b", "ü%2Fb", "b%FF", "a b", "a%2541", "a%7F",
      String(repeating: "ü", count: 80),
    ])
  func badHosts(host: String) {
    #expect(RequestURL("http://\(host)/").flaw?.hasPrefix("not a URL (") == true)
  }

  @Test(
    "A web address with another number of slashes names its host, and one without them is relative to the same scheme",
    arguments: [
      ("http:/h/a", nil, "http://h/a"), ("https:///h/a", nil, "https://h/a"), ("http:h/a", nil, "http://h/a"),
      ("http:c?d", "http://h/a/b", "http://h/a/c?d"), ("http:/c", "http://h/a/b", "http://h/c"),
      ("https:c", "http://h/a/b", "https://c/"), ("///c/d", "http://h/a/b", "http://c/d"),
      ("http:", "http://h/a/b#c", "http://h/a/b"), ("http:file:///c", "http://h/a/b", "http://h/a/file:///c"),
    ] as [(String, String?, String)])
  func slashes(text: String, base: String?, expected: String) {
    #expect(RequestURL(text, relativeTo: base.map { RequestURL($0) }).text == expected)
  }

  @Test("In a web address a backslash is a slash, as in browsers; in a query or a file's path it stays")
  func backslashes() {
    let base = RequestURL("http://h/a/b")
    #expect(RequestURL(#"\img\back.jpg"#, relativeTo: base).text == "http://h/img/back.jpg")
    #expect(RequestURL(#"..\.%2E\c"#, relativeTo: base).text == "http://h/c")
    #expect(RequestURL(#"http:\\h\c?d\e"#).text == #"http://h/c?d\e"#)
    #expect(RequestURL(#"http://evil\@good/"#).text == "http://evil/@good/")
    #expect(RequestURL(#"file:///a\b"#).filePath == Array(#"/a\b"#.utf8))
  }

  @Test(
    "A relative URL is resolved as RFC 3986, section 5.4, says",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
      ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/../x", "http://a/b/c/g?y/../x"), ("%2e%2E/g", "http://a/b/g"),
      ("..http://g", "http://a/b/c/..http://g"),
    ])
  func resolved(text: String, expected: String) {
    #expect(RequestURL(text, relativeTo: RequestURL("http://a/b/c/d;p?q")).text == expected)
  }

  @Test("A file's path comes back byte by byte, whatever is in it")
  func files() {
    let path = Array(#"/a b/%20#?:;\[1]{"}"#.utf8) + [0x09, 0x0A, 0xE9]
    let url = RequestURL(filePath: path)
    #expect(url.filePath == path)
    #expect(RequestURL(url.text).filePath == path)
    #expect(url.flaw == nil)
    #expect(RequestURL("file://server/a").filePath == nil)
    #expect(RequestURL("file:///a%00b").filePath == nil)
    #expect(RequestURL("file:folder/a").filePath == nil)
  }
}
