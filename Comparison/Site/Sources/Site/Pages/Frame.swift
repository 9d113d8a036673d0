import Timelines

/// The frame of all pages: the head, the navigation and the footer.
struct Frame {
  let links: Links
  let title: String
  /// A description in plain text, for search engines and previews.
  let description: String
  /// The path of the page, from the root of the site.
  let path: String
  /// The style sheets, as paths from the root of the site.
  var styles = ["site.css"]
  /// The script files at the root of the site, besides that of the search box.
  var scripts: [String] = []
  /// The classes that the body has from the start if scripts can run, so that nothing moves when they do.
  var states: [String] = []

  func html(_ body: Markup) -> String {
    let name = title.isEmpty ? "GCD or Operation?" : "\(title) · GCD or Operation?"
    let scripts = (["search.js"] + scripts).map {
      #"<script src="\#(links.up($0))" defer></script>\#n"# as Markup
    }
    let styles = styles.map { #"<link rel="stylesheet" href="\#(links.up($0))">\#n"# as Markup }
    let start: Markup = #"<script>document.body.className = "\#(states.joined(separator: " "))";</script>"#
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="description" content="\(description)">
      <meta property="og:title" content="\(name)">
      <meta property="og:description" content="\(description)">
      <meta property="og:type" content="article">
      \(address)\
      <title>\(name)</title>
      <link rel="icon" href="\(links.up("icon.svg"))">
      \(styles)\(scripts)</head>
      <body>\(states.isEmpty ? nil : start)
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top">\(navigation)\(search)</header>
      <main id="main">
      \(body)
      </main>
      <footer><p>Made from code that is compiled, run and tested.</p></footer>
      </body>
      </html>

      """
    return page.description
  }

  /// The page's address, and the picture of its link previews, if the site's address is known.
  private var address: Markup? {
    guard let site = links.site, path != Links.missing else { return nil }
    let address = "\(site)/\(path == "index.html" ? "" : path)"
    // Pictures also require absolute addresses: https://ogp.me/#metadata.
    return """
      <link rel="canonical" href="\(address)">
      <meta property="og:url" content="\(address)">
      <meta property="og:image" content="\(site)/\(Links.preview)">
      <meta property="og:image:width" content="1200">
      <meta property="og:image:height" content="630">
      <meta name="twitter:card" content="summary_large_image">

      """
  }

  /// The links to the parts of the site.
  private var navigation: Markup {
    """
    <nav aria-label="Site">
    <a class="home" href="\(links.up("index.html"))">GCD or Operation?</a>
    <a href="\(links.up(Links.decision))">The decision</a>
    <a href="\(links.up("index.html"))#lessons">Lessons</a>
    <a href="\(links.up(Links.glossary))">Glossary</a>
    <a href="\(links.up("index.html"))#comparisons">Comparisons</a>\
    \(links.repository.map { #"\#n<a href="\#($0)">Source</a>"# as Markup })
    </nav>
    """
  }

  /// The search box for lessons, needs and API names. Its results lie over the page.
  private var search: Markup {
    """
    <search data-root="\(links.up(""))"><form><label for="find">Find a lesson, a need, a word or an API</label>
    <input type="search" id="find" placeholder="Find: priority, isReady, debounce" autocomplete="off" \
    autocapitalize="none" spellcheck="false" aria-describedby="told"></form>
    <div class="results"><p id="told" role="status"></p><ul id="found"></ul></div></search>
    """
  }
}
