import Timelines
import WebServer

/// The files of the page, which are embedded in the program.
enum PageFiles {
  /// The name of the script with the recording, which only a replaying page loads.
  static let recording = "recorded.js"

  static func response(to path: String, isReplay: Bool = false) -> Response? {
    let file =
      path == "/" ? ("text/html; charset=utf-8", index(isReplay: isReplay)) : others[String(path.dropFirst())]
    guard let (type, bytes) = file else { return nil }
    var response = Response(type: type, body: .bytes(bytes))
    response.headers.add(name: "Cache-Control", value: "no-cache")
    return response
  }

  /// Returns the page: a header, and the tables, which the site embeds as well.
  private static func index(isReplay: Bool) -> [UInt8] {
    let script = isReplay ? "  <script src=\"\(recording)\" defer></script>\n" : ""
    return PackageResources.index_html + Array("\(script)<main>\n".utf8) + PackageResources.gallery_html
      + Array("</main>\n</body>\n</html>\n".utf8)
  }

  private static let others: [String: (type: String, bytes: [UInt8])] = [
    "gallery.css": (style, Array(Palette.engines.utf8) + PackageResources.gallery_css),
    "page.css": (style, Array(Palette.styleSheet().utf8) + PackageResources.page_css),
    "header.js": (script, PackageResources.header_js),
    "main.js": (script, PackageResources.main_js),
    "column.js": (script, PackageResources.column_js),
    "lanes.js": (script, PackageResources.lanes_js),
    "moments.js": (script, PackageResources.moments_js),
    "program.js": (script, PackageResources.program_js),
    "recording.js": (script, PackageResources.recording_js),
    "scrolling.js": (script, PackageResources.scrolling_js),
    "strip.js": (script, PackageResources.strip_js),
    "icon.svg": (drawing, PackageResources.icon_svg),
    "placeholder.svg": (drawing, PackageResources.placeholder_svg),
    "failed.svg": (drawing, PackageResources.failed_svg),
  ]

  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
  private static let drawing = "image/svg+xml"
}
