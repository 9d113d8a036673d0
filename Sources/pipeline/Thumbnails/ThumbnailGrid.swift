import Dispatch
import Foundation
import Imaging
import Workloads

/// A grid of thumbnails, drawn as pictures of characters, each above its name.
@MainActor
final class ThumbnailGrid {
  /// The size of a picture in characters.
  private nonisolated static let (columns, rows) = (10, 5)
  private static let gap = 2

  /// The lines of each loaded picture, by photo number.
  private var pictures: [Int: [Line]] = [:]

  /// Reads the picture of a written thumbnail in the background. It is shown as soon as it has been read.
  func add(_ photo: Photo) {
    guard let path = photo.path else { return }
    let number = photo.number
    DispatchQueue.global(qos: .utility).async {
      let lines = Self.picture(path)
      DispatchQueue.main.async { [weak self] in self?.pictures[number] = lines }
    }
  }

  /// Reads the missing pictures before the final drawing.
  func complete(_ groups: [ThumbnailGroup]) {
    for photo in groups.flatMap(\.photos) where pictures[photo.number] == nil {
      pictures[photo.number] = photo.path.map(Self.picture)
    }
  }

  /// Returns the name of a group, and its thumbnails in as many rows as the width requires.
  func rows(of group: ThumbnailGroup, _ screen: Screen) -> [ThumbnailRow] {
    let perRow = max(1, (screen.width + Self.gap) / (Self.columns + Self.gap))
    var rows = [ThumbnailRow(line: screen.line(group.name, screen.style.bold))]
    for start in stride(from: 0, to: group.photos.count, by: perRow) {
      let photos = group.photos[start..<min(start + perRow, group.photos.count)]
      let cells = photos.map { cell($0, screen.style) }
      let first = photos[start].number
      rows += (0...Self.rows).map { row in
        ThumbnailRow(
          line: Line(joining: cells.map { $0[row] }, gap: Self.gap), thumbnails: first..<first + cells.count)
      }
    }
    return rows
  }

  /// Shortens a name but keeps a final Roman numeral, which distinguishes monarchs: “Edwa… VIII”.
  private static func shortened(_ name: String) -> String {
    guard pipeline.columns(name) > columns, let last = name.split(separator: " ").last,
      last.allSatisfy({ "IVX".contains($0) })
    else { return fitted(name, to: columns) }
    let room = columns - last.count - 1
    return fitted(fitted(name, to: max(2, room)) + " " + last, to: columns)
  }

  /// Returns the picture of a photo, or the mark of its state, with the name below.
  private func cell(_ photo: Photo, _ style: Style) -> [Line] {
    let name = Line(Self.shortened(photo.name), photo.hasFailed ? style.red : style.dim)
    if let picture = pictures[photo.number], !picture.isEmpty { return picture + [name] }
    return (0..<Self.rows).map { row in
      let text =
        String(repeating: " ", count: Self.columns / 2 - 1) + (row == Self.rows / 2 ? photo.mark.sign : "")
      return Line(fitted(text, to: Self.columns), photo.mark.paint(style))
    } + [name]
  }

  /// Returns the lines of a picture, or none if the file can't be read.
  private nonisolated static func picture(_ path: String) -> [Line] {
    guard let bytes = FileManager.default.contents(atPath: path), let picture = try? decode(Array(bytes))
    else {
      return []
    }
    let lines = previewLines(of: picture, columns: columns, rows: rows)
    let side = max(0, columns - (lines.first?.columns ?? 0)) / 2
    let centred = lines.map {
      Line(joining: [Line(blank: side), $0, Line(blank: columns - side - $0.columns)])
    }
    return centred + Array(repeating: Line(blank: columns), count: max(0, rows - lines.count))
  }
}

extension Photo {
  /// The path of the written file, or nil until it has been written.
  fileprivate var path: String? {
    if case .filtered(let path) = image { path } else { nil }
  }
}
