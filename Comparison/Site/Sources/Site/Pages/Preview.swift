import Foundation
import Imaging
import Timelines

/// The preview picture of a link to a page (https://ogp.me): the page's timelines without words, stacked vertically.
struct Preview {
  /// The size in pixels. The other lengths are in pixels as well.
  static let (width, height) = (1200, 630)
  private static let margin = 48
  /// The maximum height of a lane, and the minimum gap between two timelines.
  private static let (most, gap) = (40, 36)

  private let columns: [TimelineDrawing.Column]
  private let axis: Axis
  /// The maximum number of lanes per timeline.
  private let lanes: Int
  /// The height of a lane, and the total height.
  private let (lane, height): (Int, Int)

  init(_ drawing: TimelineDrawing) {
    (columns, axis) = (drawing.columns, drawing.axis)
    let room = Self.height - 2 * Self.margin - Self.gap * (columns.count - 1)
    // Thinner lanes would be invisible when the picture is shown small.
    lanes = max(1, room / (14 * max(1, columns.count)))
    let drawn = columns.map { [lanes] in min(lanes, $0.timeline.lanes.count) }.reduce(0, +)
    let lane = min(Self.most, room / max(1, drawn))
    (self.lane, height) = (lane, lane * drawn + Self.gap * (columns.count - 1))
  }

  /// Returns the picture as a PNG.
  /// - Throws: `ImagingError`.
  func png() throws -> Data {
    var picture = Picture(width: Self.width, height: Self.height, format: .rgb)
    let paper = Palette.darkPaper
    fill(&picture, 0, 0, Self.width, Self.height, paper.ground)
    var y = (Self.height - height) / 2
    for column in columns {
      let places = axis.places(column.timeline)
      func x(_ moment: Timeline.Moment) -> Int {
        Self.margin + Int(places[moment] * Double(Self.width - 2 * Self.margin))
      }
      for row in column.timeline.lanes.prefix(lanes) {
        for bar in row.bars {
          let (color, weight) = look(bar.state, column.color, paper)
          fill(&picture, x(bar.start), y, max(4, x(bar.end) - x(bar.start)), lane * 2 / 3, color, weight)
        }
        for mark in row.marks { fill(&picture, x(mark) - 3, y, 6, lane * 2 / 3, paper.ink) }
        y += lane
      }
      y += Self.gap
    }
    return Data(try encodePNG(picture, settings: PNGSettings(.small)))
  }

  /// Returns the colour of a state and its opacity. As in the small drawings, states other than running are paler.
  private func look(
    _ state: Timeline.State, _ color: Palette, _ paper: Palette.Paper
  ) -> (color: String, weight: Double) {
    switch state {
    case .running: (color.dark, 1)
    case .cancelled: (color.dark, 0.55)
    case .waiting, .neverRan: (color.dark, 0.25)
    case .suspended: (paper.dim, 0.45)
    }
  }

  /// Fills a rectangle, which must lie within the picture.
  /// - Parameters:
  ///   - color: The colour as `#rrggbb`.
  ///   - weight: The opacity, from 0 to 1.
  private func fill(
    _ picture: inout Picture, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: String,
    _ weight: Double = 1
  ) {
    let mixed = zip(channels(color), channels(Palette.darkPaper.ground)).map { part, ground in
      UInt8((Double(part) * weight + Double(ground) * (1 - weight)).rounded())
    }
    let row = (0..<width).flatMap { _ in mixed }
    let rowLength = picture.bytesPerRow
    picture.withUnsafeMutableBytes { bytes in
      for start in (y..<y + height).map({ $0 * rowLength + x * 3 }) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + row.count]).copyBytes(from: row)
      }
    }
  }

  private func channels(_ color: String) -> [UInt8] {
    let number = UInt32(color.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
