/// The page that a browser shows for the server's address.
enum FrontPage {
  static let html: String = {
    let photos = SampleCatalog.photos.map { photo in
      """
      <a href="\(photo.path)"><figure><img src="\(photo.path)" loading="lazy" alt="">\
      <figcaption>\(xmlEscaped(photo.name))</figcaption></figure></a>
      """
    }
    let parameters = Faults.parameters.map { "<dt><code>\($0.name)</code><dd>\(xmlEscaped($0.meaning))" }
    let pages = SampleListFormat.allCases.map(\.rawValue) + ["/monarchs.json", "/search?q=mountain+lake"]
    let links = pages.map { "<a href=\"\($0)\"><code>\($0)</code></a>" }
    return """
      <!DOCTYPE html>
      <html lang="en"><meta charset="utf-8"><title>Sample photos</title>
      <meta name="viewport" content="width=device-width">
      <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
      body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
      main { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem }
      main a { color: inherit; text-decoration: none }
      figure { margin: 0 }
      img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 6px; display: block }
      dt { float: left; clear: left; min-width: 7rem }
      </style>
      <h1>Sample photos</h1>
      <p>Lists: \(links.joined(separator: ", ")). A list accepts <code>count=</code>, and passes parameters named
      <code>photo.…</code> on to its photos, as in <code>/photos.json?count=1000&amp;photo.delay=0.5</code>.
      <p>Any URL can request faults:
      <dl>\(parameters.joined(separator: "\n"))</dl>
      <main>
      \(photos.joined(separator: "\n"))
      </main>
      </html>

      """
  }()
}
