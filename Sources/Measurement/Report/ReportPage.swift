import Foundation
import Timelines

extension Report {
  /// The style of a report's figures, for a page with its own style and `Palette.styleSheet`.
  public static let styleSheet = text(PackageResources.figures_css)

  /// A script that only adds zoom to the timelines.
  public static let script = text(PackageResources.report_js)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A page that works without its script. It loads nothing, and can't contact other hosts.
  public var page: String {
    let style = [
      Palette.styleSheet(), TimelineDrawing.styleSheet, "\n", Self.text(PackageResources.report_css),
      Self.styleSheet, Self.gaps,
    ]
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <title>\(title)</title>
      <style>
      \(Markup(verbatim: style.joined()))
      </style>
      </head>
      <body>
      <main id="main">
      \(article())
      </main>
      <script>
      \(Markup(verbatim: Self.script))
      </script>
      </body>
      </html>

      """
    return page.description
  }

  /// Returns the report as an element for a page that has `styleSheet`.
  /// - Parameter timelines: The prefix of the timelines' file names, or nil if they are embedded in the page.
  public func article(timelines: String? = nil) -> Markup {
    """
    <article class="report"><h1>\(title)</h1><p class="claim">\(verdict)</p>
    <p>\(circumstances).</p><pre tabindex="0"><code>\(command)</code></pre>
    \(charts.map { "<figure class=\"chart\" tabindex=\"0\">\(Markup(verbatim: $0.drawing))</figure>\n" as Markup })\
    \(tables.map(section).joined(separator: "\n"))
    <p class="explained">\(([legend] + notes + changes).joined(separator: " ")) \(Self.names)</p>
    \(scenes.enumerated().map { scene($0, $1, timelines) }.joined(separator: "\n"))</article>
    """
  }

  /// A note that distinguishes “GCD” from `gcd`.
  private static let names: Markup = """
    <code>gcd</code>, <code>operation</code>, <code>tasks</code> and <code>serial</code> are this project’s engines, \
    each built on one API; <code>dispatch</code>, <code>operation-queue</code> and <code>task-group</code> are the \
    APIs alone, in the colour of the engine built on them; <code>dispatch-limited</code> is Dispatch behind a \
    handwritten limit.
    """

  // MARK: Tables

  /// Returns a table with its title. Rows without a difference are folded, and the meanings of figures as well.
  private func section(_ table: Table) -> Markup {
    let same = table.rows.filter { $0.measured?.isWithoutDifference == true }
    let different = table.rows.filter { $0.measured?.isWithoutDifference != true }
    let count = "\(counted(same.count, "figure")) in which no difference was found"
    let fold: Markup = "<details><summary>\(count)</summary>\(markup(table, same))</details>"
    let measured = Set(table.rows.compactMap(\.measured?.figure))
    let meanings = Figure.allCases.filter(measured.contains).map {
      "<dt>\($0.title)</dt><dd>\($0.meaning)</dd>" as Markup
    }
    return """
      <section><h2>\(table.title)</h2>\(different.isEmpty ? nil : markup(table, different))\(same.isEmpty ? nil : fold)\
      \(meanings.isEmpty ? nil : "<details><summary>What the figures mean</summary><dl>\(meanings)</dl></details>")</section>
      """
  }

  private func markup(_ table: Table, _ rows: [Row]) -> Markup {
    let isPlotted = rows.contains { $0.measured.map { $0.load == nil } ?? false }
    let head = table.head.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" as Markup }
    let columns = table.columns.enumerated().map {
      "<th scope=\"col\">\(table.columns == engines ? key(color($0)) : nil)\($1)</th>" as Markup
    }
    let lines = rows.map { row -> Markup in
      let cells = zip(table.columns, row.cells).map { name, cell -> Markup in
        let ratio = cell.ratio?.words.map {
          "<small class=\"\(cell.ratio?.verdict.look ?? "")\">\($0)</small>" as Markup
        }
        return "<td data-of=\"\(name)\">\(cell.text)\(ratio)</td>"
      }
      let details = zip(table.head, row.head).dropFirst().map {
        "<td data-of=\"\($0)\">\($1)</td>" as Markup
      }
      let plot = isPlotted ? row.measured?.dots(colors: engines.indices.map(color)) : nil
      return """
        <tr><th scope="row">\(row.head.first ?? "")</th>\(details)\(cells)\
        \(plot.map { "<td>\($0)</td>" as Markup })</tr>
        """
    }
    return """
      <div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>\
      \(head)\(columns)\(isPlotted ? "<th scope=\"col\">every run</th>" : nil)</tr></thead>\
      <tbody>\(lines.joined(separator: "\n"))</tbody></table></div>
      """
  }

  // MARK: Timelines

  /// A style that separates adjacent jobs by a gap.
  private static let gaps = ".timeline .running{stroke:var(--ground);stroke-width:1}"

  /// Returns the timelines as separate files, by file name.
  public func timelineFiles(_ prefix: String) -> [String: String] {
    scenes.enumerated().reduce(into: [:]) { files, scene in
      let drawing = scene.element.drawing
      for (place, column) in drawing.columns.enumerated() {
        files[file(prefix, scene.offset, place)] = drawing.file(column, style: Self.gaps)
      }
    }
  }

  private func file(_ prefix: String, _ scene: Int, _ place: Int) -> String {
    "\(prefix)-\(scene + 1)-\(place + 1).svg"
  }

  /// Returns the timelines of a scene. One in a file is a linked image: opened on its own, it names the job under the
  /// pointer.
  private func scene(_ number: Int, _ scene: Scene, _ timelines: String?) -> Markup {
    let drawing = scene.drawing
    let drawn = zip(drawing.columns, scene.timelines).enumerated().map { place, pair -> Markup in
      let (column, timeline) = pair
      let image = timelines.map { prefix -> Markup in
        let file = file(prefix, number, place)
        return """
          <a href="\(file)"><img src="\(file)" height="\(Int(drawing.height(column)))" loading="lazy" \
          alt="\(drawing.words(column))"></a>
          """
      }
      return """
        <h3>\(key(column.color.property))\(column.name) <small>\(timeline.notes)</small></h3>\
        <div class="wide" tabindex="0" role="group" aria-label="Timeline">\
        \(image ?? drawing.element(column, id: "scene-\(number)-\(place)"))</div>
        """
    }
    let hint: Markup = """
      <p>Look where a lane is empty: its thread or slot had nothing to do, or its queue was suspended. Engines whose \
      lanes are empty at the same times kept the machine equally busy.</p>
      """
    return """
      <section class="scene"><h2>\(scene.title)</h2>\(number == 0 ? hint : nil)\(drawing.legend)\
      \(drawn.joined(separator: "\n"))</section>
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
