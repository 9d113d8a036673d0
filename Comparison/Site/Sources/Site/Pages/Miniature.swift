import Timelines

extension TimelineDrawing {
  /// Most lanes that a small picture shows.
  private static let most = 7

  /// A column as a picture to recognise it by: bars and marks, without words. As it repeats what its page says, screen
  /// readers skip it.
  func miniature(_ column: Column) -> String {
    let places = axis.places(column.timeline)
    // A path for each look: bars are its strokes, in hundredths of the width. A page has hundreds of them.
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
    // Marks last, as they lie on bars. Hatching and dashes would be too fine; a cancelled bar is paler.
    let drawn = (Timeline.State.allCases.map(\.look) + ["note"]).compactMap { look in
      paths[look].map { "<path class=\"\(look)\" d=\"\($0)\"/>" }
    }
    let height = max(1, min(column.timeline.lanes.count, Self.most)) * 6
    return "<svg class=\"mini\" style=\"--engine:\(column.color.property)\" width=\"100%\" "
      + "height=\"\(height)\" viewBox=\"0 0 100 \(height)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + drawn.joined() + "</svg>"
  }
}
