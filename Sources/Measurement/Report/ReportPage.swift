import Foundation
import Timelines

extension Report {
  /// Returns a page that works without its script, which only adds zoom to the timelines. It loads nothing except
  /// timelines that are separate files, and can't contact other hosts.
  public func html() -> String {
    func own(_ parts: String...) -> Markup { Markup(verbatim: parts.joined()) }
    func file(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self' data:">
      <title>\(title)</title>\(head)
      <style>
      \(own(Palette.styleSheet(), TimelineDrawing.styleSheet))
      \(own(file(PackageResources.report_css), Self.gaps))
      </style>
      </head>
      <body>
      \(body)
      <script>
      \(own(file(PackageResources.report_js)))
      </script>
      </body>
      </html>

      """
    return page.description
  }

  private var body: Markup {
    let way = home.map { "<nav aria-label=\"Site\">\(link($0))</nav>" as Markup }
    var parts: [Markup] = [
      "<header>\(way)<h1>\(title)</h1><p class=\"verdict\">\(verdict)</p>",
      "<p>\(circumstances).</p><pre><code>\(command)</code></pre></header>\n<main id=\"main\">",
    ]
    parts += calls.map { [table($0)] } ?? []
    parts += figures
    parts += charts.map { chart in
      let caption = chart.caption.map { "<figcaption>\($0)</figcaption>" as Markup }
      return
        "<figure class=\"chart\" tabindex=\"0\">\(Markup(verbatim: chart.drawing))\(caption)</figure>"
    }
    parts += tables.map(table)
    let notes = ([legend] + notes + changes).joined(separator: " ")
    parts.append("<p class=\"explained\">\(notes) \(Self.names)</p>")
    parts += scenes.enumerated().map(scene)
    if !files.isEmpty {
      let items = files.map { "<li>\(link($0))</li>" as Markup }
      parts.append("<section><h2>With it</h2><ul>\(items)</ul></section>")
    }
    parts.append("</main>")
    return parts.joined(separator: "\n")
  }

  private func link(_ link: Link) -> Markup { "<a href=\"\(link.address)\">\(link.words)</a>" }

  /// A note that distinguishes “GCD” from `gcd`.
  private static let names: Markup = """
    <code>gcd</code>, <code>operation</code>, <code>tasks</code> and <code>serial</code> are this project’s engines, \
    each built on one API; <code>dispatch</code>, <code>operation-queue</code> and <code>task-group</code> are the \
    APIs alone, in the colour of the engine built on them; <code>dispatch-limited</code> is Dispatch behind a \
    handwritten limit.
    """

  // MARK: Figures

  /// The tables of figures. Figures that differ come first, and the others are folded.
  private var figures: [Markup] {
    guard !rows.isEmpty else { return [] }
    let (same, different) = (rows.filter(\.isWithoutDifference), rows.filter { !$0.isWithoutDifference })
    var parts: [Markup] = ["<section id=\"figures\"><h2>Figures</h2>"]
    if !different.isEmpty { parts.append(figureTable(different)) }
    if !same.isEmpty {
      let count = "\(counted(same.count, "figure")) in which no difference was found"
      parts.append("<details><summary>\(count)</summary>\(figureTable(same))</details>")
    }
    let meanings = rows.map { "<dt>\($0.figure.title)</dt><dd>\($0.figure.meaning)</dd>" as Markup }
    parts.append("<details><summary>What the figures mean</summary><dl>\(meanings)</dl></details>")
    return parts + ["</section>"]
  }

  private func figureTable(_ rows: [Comparison.Row]) -> Markup {
    let head = engines.enumerated().map {
      "<th scope=\"col\">\(key(color($0.offset)))\($0.element)</th>" as Markup
    }
    let lines = rows.map { row -> Markup in
      let cells = zip(engines, row.cells).enumerated().map { place, pair -> Markup in
        let (engine, cell) = pair
        let ratio = cell?.ratio?.words ?? reason(cell, isFirst: place == 0)
        let small = ratio.map {
          "<small class=\"\(cell?.ratio?.verdict.look ?? "")\">\($0)</small>" as Markup
        }
        return "<td data-label=\"\(engine)\">\(row.words(place) ?? "–")\(small)</td>"
      }
      return """
        <tr><th scope="row">\(row.figure.title)</th>\(cells)<td class="plot">\
        \(row.dots(colors: engines.indices.map(color)))</td></tr>
        """
    }
    return """
      <table class="figures"><thead><tr><td></td>\(head)<th scope="col">every run</th></tr></thead>\
      <tbody>\(lines.joined(separator: "\n"))</tbody></table>
      """
  }

  /// Returns the reason why there is no ratio to the first engine.
  private func reason(_ cell: Comparison.Cell?, isFirst: Bool) -> String? {
    guard let cell else { return "not measured for this engine" }
    if isFirst { return nil }
    return cell.samples.values.count < PairedRatio.fewestPairs
      ? "no ratio: it needs \(PairedRatio.fewestPairs) runs" : "no ratio: the first engine has 0"
  }

  private func table(_ table: Table) -> Markup {
    let head = table.head.map { "<th scope=\"col\">\($0)</th>" as Markup }
    let rows = table.rows.map { row -> Markup in
      let cells = zip(table.head, row).map { "<td data-label=\"\($0)\">\($1)</td>" as Markup }
      return "<tr>\(cells)</tr>"
    }
    return """
      <section><h2>\(table.title)</h2><div class="wide" tabindex="0" role="group" aria-label="Table">\
      <table><thead><tr>\(head)</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table></div></section>
      """
  }

  // MARK: Timelines

  /// A style that separates adjacent jobs by a gap.
  private static let gaps = ".timeline .running{stroke:var(--ground);stroke-width:1}"

  /// The timelines as separate files, by file name.
  public var timelineFiles: [String: String] {
    guard let timelines else { return [:] }
    return scenes.enumerated().reduce(into: [:]) { files, scene in
      let drawing = scene.element.drawing
      for (place, column) in drawing.columns.enumerated() {
        files[file(timelines, scene.offset, place)] = drawing.file(column, style: Self.gaps)
      }
    }
  }

  private func file(_ timelines: String, _ scene: Int, _ place: Int) -> String {
    "\(timelines)-\(scene + 1)-\(place + 1).svg"
  }

  private func scene(_ number: Int, _ scene: Scene) -> Markup {
    let drawing = scene.drawing
    let drawn = zip(drawing.columns, scene.timelines).enumerated().map { place, pair -> Markup in
      let (column, timeline) = pair
      let lanes =
        timelines.map { picture(file($0, number, place), drawing, column) }
        ?? drawing.element(column, id: "scene-\(number)-\(place)")
      return """
        <h3>\(key(column.color.property))\(column.name) <small>\(timeline.notes)</small></h3>\
        <div class="wide" tabindex="0" role="group" aria-label="Timeline">\(lanes)</div>
        """
    }
    return """
      <section class="scene"><h2>\(scene.title)</h2>\(drawing.legend)\(drawn.joined(separator: "\n"))</section>
      """
  }

  /// Returns a linked image of a timeline. When the image is opened on its own, it names the job under the pointer.
  private func picture(
    _ file: String, _ drawing: TimelineDrawing, _ column: TimelineDrawing.Column
  ) -> Markup {
    """
    <a href="\(file)"><img src="\(file)" height="\(Int(drawing.height(column)))" loading="lazy" \
    alt="\(drawing.words(column))"></a>
    """
  }

  private func color(_ engine: Int) -> String { Palette.of(engines[engine]).property }

  private func key(_ color: String) -> Markup {
    "<span class=\"key\" style=\"background:\(color)\"></span>"
  }
}

extension PairedRatio.Verdict {
  /// The CSS class of the verdict's text.
  fileprivate var look: String { self == .noDifference || self == .equal ? "same" : rawValue }
}
