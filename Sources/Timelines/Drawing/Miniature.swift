extension TimelineDrawing {
  /// Most lanes that a small picture shows.
  private static let most = 7

  /// A column as a picture to recognise it by: bars and marks, without words. It says nothing that its page does not, so it is
  /// hidden from those who have a page read to them.
  public func miniature(_ column: Column) -> String {
    let places = axis.places(column.timeline)
    let lanes = column.timeline.lanes.prefix(Self.most)
    let bars = lanes.enumerated().flatMap { number, lane in
      // Hatching and dashes would be too fine; a cancelled bar is paler.
      lane.marks.prefix(12).map { mark in
        "<circle cx=\"\(decimal(2 + 96 * places[mark], 1))%\" cy=\"\(number * 6 + 3)\" r=\"2.2\"/>"
      }
        + lane.bars.prefix(24).map { bar in
          let width = max(1.5, 100 * (places[bar.end] - places[bar.start]))
          let place = min(100 * places[bar.start], 100 - width)
          return
            "<rect class=\"\(bar.state.look)\" x=\"\(decimal(place, 1))%\" y=\"\(number * 6 + 1)\" "
            + "width=\"\(decimal(width, 1))%\" height=\"4\"/>"
        }
    }
    return "<svg class=\"mini\" style=\"--engine:\(column.color.property)\" width=\"100%\" "
      + "height=\"\(max(1, lanes.count) * 6)\" aria-hidden=\"true\">\(bars.joined())</svg>"
  }
}
