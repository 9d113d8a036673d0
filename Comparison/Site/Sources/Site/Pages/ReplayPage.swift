import Timelines

/// A page that replays a recorded scroll: the gallery's tables, in the frame of the site.
struct ReplayPage {
  /// The name of the page's file and of its script, which holds the recording.
  let name: String
  let record: String
  let title: String
  let lead: String

  /// The views of the scroll.
  static let all = [
    ReplayPage(
      name: "index", record: "scroll-recording", title: "What each API did",
      lead: "Under one scroll, both tables look the same. Who does the work differs: step through the "
        + "moments below the photos for what each API did, and what our own code had to do."),
    ReplayPage(
      name: "purpose", record: "scroll-recording-purpose", title: "What it is for",
      lead: "Left, every row that passes starts its work, which continues. Right, a scroll suspends all "
        + "work, and its end cancels what has left the screen. Compare what is wasted, and when the last rows "
        + "are sepia."),
  ]

  var path: String { "\(Links.recording)/\(name).html" }

  /// - Parameter tables: The gallery's tables, with the scripts that fill them.
  func html(tables: String, repository: String?) -> String {
    let views = Self.all.map { view -> Markup in
      """
      <a href="\(view.name).html"\(view.name == name ? #" aria-current="page""# : nil)>\(view.title)</a>
      """
    }
    let source = repository.map { #" data-repository="\#($0)""# as Markup }
    return Frame(
      links: Links(repository: repository, depth: 1), title: "A recorded scroll: \(title)",
      description: lead, path: path, styles: ["site.css", "\(Links.recording)/gallery.css"]
    ).html(
      """
      <h1>A recorded scroll</h1>
      <nav class="views" aria-label="Views">\(views)</nav>
      <p>\(lead) <a href="../\(Links.comparison("scroll"))">The comparison measures.</a>\
      <noscript> To replay the scroll takes JavaScript.</noscript></p>
      <div class="replay"\(source)><script src="\(name).js" defer></script>
      \(Markup(verbatim: tables))</div>
      """)
  }
}
