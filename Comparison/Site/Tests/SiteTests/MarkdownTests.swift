import Testing

@testable import Site

@Suite("Markdown of our pages")
struct MarkdownTests {
  private func html(_ text: String) -> String {
    Markdown(text).html { $0 == "nowhere" ? nil : $0 }.description
  }

  @Test(
    "What stands in a line is marked up, and everything else is escaped",
    arguments: [
      ("a `b<c>` d", "a <code>b&lt;c&gt;</code> d"), ("**a** *b*", "<strong>a</strong> <em>b</em>"),
      ("[a `]`](x%28_:%29-64)", "<a href=\"x%28_:%29-64\">a <code>]</code></a>"),
      ("[a](f(x).html) b", "<a href=\"f(x).html\">a</a> b"), ("[a](nowhere)", "a"),
      (
        "a.<sup>[✓](b#L1 \"c\")</sup><sup>[§](d)</sup>",
        "a.<sup><a href=\"b#L1\" title=\"ran here: c\">✓</a></sup>"
          + "<sup><a href=\"d\" title=\"documented\">§</a></sup>"
      ),
      ("2 * 3 * 4", "2 * 3 * 4"), ("<script>&\"", "&lt;script&gt;&amp;&quot;"), ("a<br>b", "a<br>b"),
      (
        "![a \"b\"](c.svg)",
        "<a href=\"c.svg\"><img src=\"c.svg\" alt=\"a &quot;b&quot;\" loading=\"lazy\"></a>"
      ),
      ("`**` and **a `**` b**", "<code>**</code> and <strong>a <code>**</code> b</strong>"),
    ])
  func inline(text: String, expected: String) { #expect(html(text) == "<p>\(expected)</p>") }

  @Test("Blocks are told apart by how they begin; a list's item goes on until the next")
  func blocks() {
    let text = """
      # Title
      <!-- a mark -->
      One
      paragraph.
      - a
        more
      - b

      1. c
      2. d
      ```swift
      let a = "b"
      ```
      | a | b |
      | --- | --- |
      | `x|y` | |
      <details><summary>On Linux</summary>

      Folded.

      </details>
      """
    #expect(
      Markdown(text).blocks == [
        .heading(1, "Title"), .paragraph("One paragraph."), .list(isOrdered: false, ["a more", "b"]),
        .list(isOrdered: true, ["c", "d"]), .code(language: "swift", "let a = \"b\""),
        .table([["a", "b"], ["`x|y`", ""]]),
        .details(summary: "On Linux", [.paragraph("Folded.")]),
      ])
    #expect(html("```swift\nlet a = \"b\"\n```").contains("<b>let</b> a = <i class=s>\"b\"</i>"))
    #expect(html("## A `b`, c").hasPrefix("<h2 id=\"a-b-c\">"))
  }
}
