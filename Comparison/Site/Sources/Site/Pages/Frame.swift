/// What all pages have around them.
struct Frame {
  let links: Links
  let title: String
  /// For search engines and previews: plain text.
  let description: String
  var needsScript = false

  func html(_ body: String) -> String {
    let name = title.isEmpty ? "GCD or Operation?" : "\(escaped(title)) · GCD or Operation?"
    let script = needsScript ? "<script src=\"\(links.up("site.js"))\" defer></script>\n" : ""
    return lean(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="description" content="\(escaped(description))">
      <title>\(name)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(links.up("site.css"))">
      \(script)</head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top"><nav aria-label="Site">
      <a class="home" href="\(links.up("index.html"))">GCD or Operation?</a>
      <a href="\(links.up(Links.decision))">The decision</a>
      <a href="\(links.up("index.html"))#lessons">Lessons</a>
      <a href="\(links.up("index.html"))#comparisons">Comparisons</a>\(source)
      </nav></header>
      <main id="main">
      \(body)
      </main>
      <footer><p>Made by <code>pipeline site</code> from code that is compiled, run and tested.</p></footer>
      </body>
      </html>

      """)
  }

  private var source: String {
    links.repository.map { "\n<a href=\"\(escaped($0))\">Source</a>" } ?? ""
  }
}
