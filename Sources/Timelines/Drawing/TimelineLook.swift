/// What timelines look like, and what the looks mean.
enum TimelineLook {
  static var styleSheet: String {
    """
    .timeline{display:block;overflow:visible}\
    .timeline text,.legend text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:var(--ink)}\
    .timeline .name{font-size:14px;font-weight:600;fill:var(--engine)}\
    .timeline text{paint-order:stroke;stroke:var(--ground);stroke-width:4px}\
    .timeline tspan,.timeline .tick{fill:var(--dim);font-size:11px;font-variant-numeric:tabular-nums}\
    .timeline tspan,.timeline .end{text-anchor:end}.timeline .middle{text-anchor:middle}\
    .timeline .grid{stroke:var(--rule)}.timeline .axis{stroke:var(--dim)}.ground{fill:var(--ground)}\
    .timeline rect,.legend rect{stroke-width:1.5;rx:2px}.timeline rect{height:10px}\
    .timeline .waiting,.legend .waiting{fill:var(--ground);stroke:var(--engine)}\
    .timeline .running,.legend .running{fill:var(--engine);stroke:var(--engine)}\
    .timeline .cancelled,.legend .cancelled{stroke:var(--engine)}\
    .timeline .never,.legend .never{fill:none;stroke:var(--engine);stroke-dasharray:4 3}\
    .timeline .suspended,.legend .suspended{fill:var(--dim);fill-opacity:.45;stroke:none}\
    .timeline .mark,.legend .mark{fill:var(--ink);stroke:var(--ground);stroke-width:1.5}\
    .mini{display:block;overflow:visible}\
    .mini path{stroke:var(--engine);stroke-width:4;vector-effect:non-scaling-stroke}.mini .note{stroke-linecap:round}\
    .mini .waiting,.mini .never{opacity:.25}.mini .cancelled{opacity:.55}.mini .suspended{stroke:var(--dim);opacity:.45}\
    .between{fill:var(--ground);stroke:none}.stripe{fill:var(--engine);stroke:none}\
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;color:var(--dim);\
    font-size:.8125rem;--engine:var(--dim)}\
    .legend svg{margin-right:.4rem;vertical-align:-1px}\
    @media print{.timeline,.legend{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
  }

  /// For a page.
  static func list(_ states: [Timeline.State], hasMarks: Bool, axis: Axis) -> String {
    let items = states.map { state in
      "<li><svg width=\"26\" height=\"12\" aria-hidden=\"true\">\(swatch(state))</svg>\(state.rawValue)</li>"
    }
    let note =
      !hasMarks
      ? ""
      : "<li><svg width=\"12\" height=\"12\" aria-hidden=\"true\"><circle class=\"mark\" cx=\"6\" cy=\"6\" r=\"4.5\"/></svg>"
        + "a note</li>"
    return "<ul class=\"legend\">\(items.joined())\(note)<li>left to right: \(axis.title)</li></ul>"
  }

  /// For a file of its own: in rows of this width, in pixels.
  static func legend(_ states: [Timeline.State], width: Double, axis: Axis) -> (
    markup: String, height: Double
  ) {
    var body = SVG()
    var (x, y) = (0.0, 0.0)
    for (swatch, words) in states.map({ (swatch($0), $0.rawValue) }) + [("", "left to right: \(axis.title)")]
    {
      // Wide enough for a letter of this size in the usual fonts.
      let room = (swatch.isEmpty ? 0 : 32) + 6.6 * Double(words.count) + 18
      if x > 0, x + room > width { (x, y) = (0, y + 20) }
      if !swatch.isEmpty { body.element("svg", [("x", short(x)), ("y", short(y))], swatch) }
      body.text(x + (swatch.isEmpty ? 0 : 32), y + 10, words, "tick")
      x += room
    }
    return ("<g style=\"--engine:var(--dim)\">\(body.markup)</g>", y + 16)
  }

  /// A bar of its look, 24 × 10 pixels.
  private static func swatch(_ state: Timeline.State) -> String {
    guard state == .cancelled else {
      return "<rect class=\"\(state.look)\" x=\"1\" y=\"1\" width=\"24\" height=\"10\"/>"
    }
    // A pattern would need an id, of which there may be one on a page.
    let stripes = [2, 7, 12, 17].map {
      "<path d=\"M\($0) 11l6-10\" stroke=\"var(--engine)\" stroke-width=\"2.5\"/>"
    }
    return stripes.joined()
      + "<rect class=\"cancelled\" fill=\"none\" x=\"1\" y=\"1\" width=\"24\" height=\"10\"/>"
  }
}
