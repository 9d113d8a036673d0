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

  func html(_ body: String) -> String {
    let name = title.isEmpty ? "GCD or Operation?" : "\(escaped(title)) · GCD or Operation?"
    let scripts = (["search.js"] + scripts)
      .map { "<script src=\"\(links.up($0))\" defer></script>\n" }.joined()
    let styles = styles.map { "<link rel=\"stylesheet\" href=\"\(links.up($0))\">\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      \(links.about(name, description, path))
      <title>\(name)</title>
      \(links.icon)
      \(styles)\(scripts)</head>
      <body>\(start)
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top">\(links.navigation)\(links.search)</header>
      <main id="main">
      \(body)
      </main>
      <footer><p>Made from code that is compiled, run and tested.</p></footer>
      </body>
      </html>

      """
  }

  private var start: String {
    guard !states.isEmpty else { return "" }
    return "<script>document.body.className = \"\(states.joined(separator: " "))\";</script>"
  }
}

extension Links {
  /// The links to the parts of the site, as on all its pages.
  var navigation: String {
    let source = repository.map { "\n<a href=\"\(escaped($0))\">Source</a>" } ?? ""
    return """
      <nav aria-label="Site">
      <a class="home" href="\(up("index.html"))">GCD or Operation?</a>
      <a href="\(up(Self.decision))">The decision</a>
      <a href="\(up("index.html"))#lessons">Lessons</a>
      <a href="\(up(Self.glossary))">Glossary</a>
      <a href="\(up("index.html"))#comparisons">Comparisons</a>\(source)
      </nav>
      """
  }

  /// The search box for lessons, needs and API names. Its results lie over the page.
  var search: String {
    """
    <search data-root="\(up(""))"><form><label for="find">Find a lesson, a need, a word or an API</label>
    <input type="search" id="find" placeholder="Find: priority, isReady, debounce" autocomplete="off" \
    autocapitalize="none" spellcheck="false" aria-describedby="told"></form>
    <div class="results"><p id="told" role="status"></p><ul id="found"></ul></div></search>
    """
  }

  /// Says where a figure was recorded, with a link to what differs elsewhere.
  func recorded(on platform: String) -> String {
    "Recorded on \(platform). <a href=\"\(up(Self.linux))\">How Apple’s platforms differ</a>"
  }

  /// The icon of the site, as on all its pages.
  var icon: String { "<link rel=\"icon\" href=\"\(up("icon.svg"))\">" }

  /// Returns metadata for search engines and link previews.
  /// - Parameters:
  ///   - description: A description in plain text.
  ///   - path: The path of the page, from the root of the site.
  func about(_ name: String, _ description: String, _ path: String) -> String {
    func tag(_ name: String, _ content: String) -> String {
      "<meta \(name.hasPrefix("og:") ? "property" : "name")=\"\(name)\" content=\"\(content)\">"
    }
    var tags = [
      tag("description", escaped(description)), tag("og:title", name),
      tag("og:description", escaped(description)), tag("og:type", "article"),
    ]
    if let site, path != Self.missing {
      let address = escaped("\(site)/\(path == "index.html" ? "" : path)")
      // Pictures also require absolute addresses: https://ogp.me/#metadata.
      tags += [
        "<link rel=\"canonical\" href=\"\(address)\">", tag("og:url", address),
        tag("og:image", escaped("\(site)/\(Self.preview)")),
        tag("og:image:width", "1200"), tag("og:image:height", "630"),
        tag("twitter:card", "summary_large_image"),
      ]
    }
    return tags.joined(separator: "\n")
  }

  /// The published address of the site: GitHub Pages' address for `https://github.com/OWNER/NAME`.
  var site: String? {
    guard let parts = repository?.firstMatch(of: /^https:\/\/github\.com\/([^\/]+)\/([^\/]+)$/) else {
      return nil
    }
    return "https://\(parts.output.1.lowercased()).github.io/\(parts.output.2)"
  }
}
