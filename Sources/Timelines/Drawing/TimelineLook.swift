/// The looks of timelines and their meanings.
extension TimelineDrawing {
  /// The style sheet for drawings and their tables. It needs the properties of `Palette.styleSheet`.
  public static var styleSheet: String {
    """
    .timeline{display:block;overflow:visible}\
    .timeline text,.legend text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:var(--ink)}\
    .timeline text{paint-order:stroke;stroke:var(--ground);stroke-width:8px;stroke-linejoin:round}\
    .timeline tspan,.timeline .tick{fill:var(--dim);font-size:11px;font-variant-numeric:tabular-nums}\
    .timeline .end{text-anchor:end}.timeline .middle{text-anchor:middle}\
    .timeline .grid{stroke:var(--rule)}.timeline .axis{stroke:var(--dim)}\
    .timeline rect,.legend rect{stroke-width:1.5;rx:2px}.timeline rect{height:10px}\
    .timeline .waiting,.legend .waiting{fill:var(--ground);stroke:var(--engine)}\
    .timeline .running,.legend .running{fill:var(--engine);stroke:var(--engine)}\
    .timeline .cancelled,.legend .cancelled{stroke:var(--engine)}\
    .timeline .never,.legend .never{fill:none;stroke:var(--engine);stroke-dasharray:4 3}\
    .timeline .suspended,.legend .suspended{fill:var(--dim);fill-opacity:.45;stroke:none}\
    .timeline .reach{stroke:transparent;stroke-width:9}\
    .timeline .dependency{stroke:var(--ink);stroke-width:1.25}.timeline marker{fill:var(--ink)}\
    .timeline .mark,.legend .mark{fill:var(--ink);stroke:var(--ground);stroke-width:1.5}\
    .between{fill:var(--ground);stroke:none}.stripe{fill:var(--engine);stroke:none}\
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;color:var(--dim);\
    font-size:.8125rem;--engine:var(--dim)}\
    .legend svg{margin-right:.4rem;vertical-align:-1px}\
    @media print{.timeline,.legend{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
  }

  /// The legend of the looks that occur, as a list for a page.
  public var legend: Markup {
    let lanes = columns.flatMap(\.timeline.lanes)
    let occurring = Set(lanes.flatMap(\.bars).map(\.state))
    func item(_ width: Int, _ drawing: Markup, _ meaning: String) -> Markup {
      "<li><svg width=\"\(width)\" height=\"12\" aria-hidden=\"true\">\(drawing)</svg>\(meaning)</li>"
    }
    var items = Timeline.State.allCases.filter(occurring.contains)
      .map { item(26, Self.swatch($0), $0.rawValue) }
    if !lanes.allSatisfy(\.marks.isEmpty) {
      items.append(item(12, "<circle class=\"mark\" cx=\"6\" cy=\"6\" r=\"4.5\"/>", "a note"))
    }
    if !columns.allSatisfy(\.timeline.dependencies.isEmpty) {
      let arrow: Markup =
        "<path d=\"M1 6h15M11 2l5 4-5 4\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"1.25\"/>"
      items.append(item(18, arrow, "to a job that waited for it"))
    }
    return "<ul class=\"legend\">\(items)<li>left to right: \(axis.title)</li></ul>"
  }

  /// Returns a sample bar of a state, 24 × 10 pixels.
  private static func swatch(_ state: Timeline.State) -> Markup {
    guard state == .cancelled else {
      return "<rect class=\"\(state.look)\" x=\"1\" y=\"1\" width=\"24\" height=\"10\"/>"
    }
    // A pattern would need an id, and ids are unique on a page.
    let stripes = [2, 7, 12, 17].map { x -> Markup in
      "<path d=\"M\(x) 11l6-10\" stroke=\"var(--engine)\" stroke-width=\"2.5\"/>"
    }
    return
      "\(stripes)<rect class=\"cancelled\" fill=\"none\" x=\"1\" y=\"1\" width=\"24\" height=\"10\"/>"
  }
}
