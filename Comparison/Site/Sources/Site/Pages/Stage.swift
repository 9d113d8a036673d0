import Foundation
import Lessons
import Records
import Timelines

/// A view that the player of a lesson's page plays: the versions side by side, or the trap alone.
struct Stage {
  let page: LessonPage
  let columns: [CodeColumn]
  let drawing: TimelineDrawing
  let steps: Steps
  /// The trap, or nil for the versions.
  var trap: Trap?
  /// The text for the parting step: how the versions differ, or the mistake of the trap.
  let parting: Markup

  private var links: Links { page.links }
  private var look: Markup? { trap == nil ? nil : " alone" }
  private var id: String { trap == nil ? "steps" : "\(Lesson.Version.trap.id)-steps" }

  var code: Markup {
    let (folder, helpers) = (page.lesson.folder, page.glossary.helpers)
    let articles = zip(columns, drawing.columns).map { code, column -> Markup in
      let (version, api) = (code.version.id, column.color.rawValue)
      return """
        <article class="version \(api)" \(trap == nil ? nil : #"id="\#(version)" "#)data-version="\(version)"\
        \(trap.map { #" data-cure="\#(links.inline($0.cure).description)""# as Markup })\
        \(page.row.asked.contains(code.version) ? #" data-asked="""# : nil)>\
        <h2>\(trap.map { "The trap, with \($0.api.rawValue)" } ?? column.name)\
        <button type="button" class="all">Show all</button>\
        <a class="file" href="\(links.up(Links.program(folder, version)))" download>As one file</a></h2>
        \(code.html(helpers: helpers, links: links))</article>
        """
    }
    return """
      <div class="versions\(look)" data-steps="\(id)">\(articles.joined(separator: "\n"))</div>
      """
  }

  var lanes: Markup {
    let lane = trap == nil ? page.row.lane : ""
    let figures = zip(columns, drawing.columns).map { code, column -> Markup in
      """
      <figure class="\(column.color.rawValue)" data-version="\(code.version.id)" data-lane="\(lane)">\
      <figcaption>\(column.name)</figcaption><div class="plot">\(trap.flatMap { mark($0, column) })\
      \(drawing.element(column, id: code.version.id, isCompact: true))</div>\
      \(trap == nil ? self.figures(code.record) : nil)</figure>
      """
    }
    return """
      <div class="lanes\(look)" tabindex="0" role="group" \
      aria-label="\(trap == nil ? "What happened" : "The trap: what happened")">\(figures.joined(separator: "\n"))</div>
      """
  }

  /// Returns the line at the moment at which a trap goes wrong. The lanes' names and bars cover it.
  private func mark(_ trap: Trap, _ lanes: TimelineDrawing.Column) -> Markup? {
    trap.moment(in: lanes.timeline).map { moment in
      let place = drawing.axis.places(lanes.timeline)(moment)
      return """
        <span class="wrong" aria-hidden="true" data-place="\(String(format: "%.3f", place))" \
        style="left:\(TimelineDrawing.percent(place))"></span>
        """
    }
  }

  /// Returns the figures of a version: a single number if all runs agree, otherwise the range.
  private func figures(_ record: RecordedVersion) -> Markup? {
    let items = record.figures.map { figure -> Markup in
      let range = figure.most > figure.least ? " to \(figure.most)" : ""
      return "<div><dt>\(figure.name)</dt><dd>\(figure.least)\(range)</dd></div>"
    }
    return items.isEmpty ? nil : #"<dl class="figures">\#(items)</dl>"#
  }

  /// The legend of the lanes, and of the lines of code that are about a job.
  var legend: Markup {
    let jobs = columns.first?.jobs ?? []
    let tints = jobs.enumerated().map { #"<li class="t\#($0 + 1)">\#($1)</li>"# as Markup }
    return """
      <div class="legends\(look)">\(drawing.legend)\
      \(jobs.isEmpty ? nil : #"<ul class="tints"><li>lines about</li>\#(tints)</ul>"#)\
      <p class="recorded">\(links.recorded(on: page.platform))</p></div>
      """
  }

  // MARK: The steps

  /// The maximum number of steps that are listed and played.
  private static let most = 60

  /// The steps as a table, with a column for each version: for screen readers, for paper, and for the player.
  var table: Markup {
    let places = drawing.columns.map { drawing.axis.places($0.timeline) }
    let rows = steps.steps.prefix(Self.most).enumerated().map { number, step -> Markup in
      let cells = step.indices.map { version -> Markup in
        guard let common = step[version] else { return "<td></td>" }
        let event = common.event
        let subject: Markup? = event.subject.isEmpty ? nil : "<b>\(event.subject)</b> "
        let order: Markup? = common.order.isEmpty ? nil : #"<i class="order">\#(common.order)</i>"#
        let words: Markup = "\(subject)\(event.words)\(order)"
        let id = columns[version].id(
          event.moment.line, of: steps.stops[number]?.code.dropFirst(version).first)
        return """
          <td data-at="\(String(format: "%.3f", places[version](event.moment)))">\
          \(id.map { "<a href=\"#\($0)\">\(words)</a>" } ?? words)</td>
          """
      }
      let part: Markup? = number == steps.parting ? #" data-part="\#(parting.description)""# : nil
      let moment = steps.stops[number].map {
        #" data-moment="\#(links.inline($0.cause).description)""# as Markup
      }
      return "<tr\(part)\(moment)>\(cells)</tr>"
    }
    let left = steps.steps.count - rows.count
    let more: Markup = #"<tr class="more"><td colspan="\#(columns.count)">\#(left) more, as drawn</td></tr>"#
    let heads = zip(columns, drawing.columns).map {
      #"<th scope="col" class="\#($1.color.rawValue)">\#($0.version.rawValue)</th>"# as Markup
    }
    let end = trap.map { "<p>\(parting) <strong>The cure.</strong> \(links.inline($0.cure))</p>" as Markup }
    return """
      <table class="events">
      <thead><tr>\(heads)</tr></thead>\
      <tbody id="\(id)">\(rows.joined(separator: "\n"))\(left > 0 ? more : nil)</tbody></table>\(end)
      """
  }
}
