import DequeModule
import Workloads

/// The originals that came last, by row: a page that hears of the sepia photo in the same moment still shows them first.
struct RecentOriginals {
  private var kept: Deque<(row: Int, image: Photo.Image, size: Int)> = []
  private var size = 0

  /// In bytes. What rows in sight have is far less.
  private static let limit = 16 << 20

  mutating func add(_ image: Photo.Image, row: Int) {
    guard case .original(.memory(let body)) = image else { return }
    kept.append((row, image, body.count))
    size += body.count
    while size > Self.limit, let oldest = kept.popFirst() { size -= oldest.size }
  }

  subscript(row: Int) -> Photo.Image? { kept.last { $0.row == row }?.image }
}
