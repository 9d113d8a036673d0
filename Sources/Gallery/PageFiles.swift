import WebServer

/// The files of the page, which are part of the program.
enum PageFiles {
  static func response(to path: String) -> Response? {
    guard let (type, bytes) = file(path) else { return nil }
    var response = Response(type: type, body: .bytes(bytes))
    response.headers.add(name: "Cache-Control", value: "no-cache")
    return response
  }

  private static func file(_ path: String) -> (type: String, bytes: [UInt8])? {
    switch path {
    case "/": ("text/html; charset=utf-8", PackageResources.index_html)
    case "/gallery.css": ("text/css; charset=utf-8", PackageResources.gallery_css)
    case "/main.js": (script, PackageResources.main_js)
    case "/column.js": (script, PackageResources.column_js)
    case "/lanes.js": (script, PackageResources.lanes_js)
    case "/program.js": (script, PackageResources.program_js)
    case "/scrolling.js": (script, PackageResources.scrolling_js)
    case "/strip.js": (script, PackageResources.strip_js)
    case "/icon.svg": (drawing, PackageResources.icon_svg)
    case "/placeholder.svg": (drawing, PackageResources.placeholder_svg)
    case "/failed.svg": (drawing, PackageResources.failed_svg)
    default: nil
    }
  }

  private static let script = "text/javascript; charset=utf-8"
  private static let drawing = "image/svg+xml"
}
