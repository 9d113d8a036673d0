import Timelines

extension TimelineDrawing {
  /// The maximum number of lanes in a small picture.
  private static let most = 7

  /// Draws a column as a small picture: bars and marks, without words. Screen readers skip it, because it repeats the
  /// content of its page.
  func miniature(_ column: Column) -> String {
    let places = axis.places(column.timeline)
    // One path per look keeps pages small, because a page has hundreds of bars. Bars are strokes, in hundredths of the
    // width.
    var paths: [String: String] = [:]
    for (number, lane) in column.timeline.lanes.prefix(Self.most).enumerated() {
      let y = number * 6 + 3
      for bar in lane.bars {
        let width = max(1.5, 100 * (places[bar.end] - places[bar.start]))
        let place = min(100 * places[bar.start], 100 - width)
        paths[bar.state.look, default: ""] += "M\(decimal(place, 1)) \(y)h\(decimal(width, 1))"
      }
      for mark in lane.marks {
        paths["note", default: ""] += "M\(decimal(2 + 96 * places[mark], 1)) \(y)h0"
      }
    }
    // Marks are drawn last, because they lie on top of bars. Hatching and dashes would be too fine, so a cancelled bar
    // is paler.
    let drawn = (Timeline.State.allCases.map(\.look) + ["note"]).compactMap { look in
      paths[look].map { "<path class=\"\(look)\" d=\"\($0)\"/>" }
    }
    let height = max(1, min(column.timeline.lanes.count, Self.most)) * 6
    return "<svg class=\"mini\" style=\"--engine:\(column.color.property)\" width=\"100%\" "
      + "height=\"\(height)\" viewBox=\"0 0 100 \(height)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + drawn.joined() + "</svg>"
  }
}
