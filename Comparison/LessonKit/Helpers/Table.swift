/// A table of photos, used like `UITableView` with a diffable data source: its items are the photos' ids.
@MainActor public final class Table {
  public fileprivate(set) weak var controller: TableController?
  public private(set) var isDragging = false
  public private(set) var isDecelerating = false
  /// The gates opened by texts that are shown, such as `photo 1 is shown`.
  public nonisolated let shown = Gates()
  private var photos: [Int] = []
  private var rows: Range<Int>
  private var texts: Set<String> = []

  public init(rows: Range<Int>) { self.rows = rows }

  public var visiblePhotos: [Int] { Array(photos[rows.clamped(to: photos.indices)]) }

  /// Replaces all photos, and asks for the visible cells.
  public func apply(_ photos: [Int]) {
    self.photos = photos
    for photo in visiblePhotos { reconfigure(photo) }
  }

  /// Asks for a photo's cell, if it is visible.
  public func reconfigure(_ photo: Int) {
    guard visiblePhotos.contains(photo) else { return }
    switch controller?.cell(for: photo).content {
    case .photo: present("photo \(photo) is shown")
    case .filteredPhoto: present("photo \(photo) is shown filtered")
    case .failed: present("photo \(photo) has failed")
    case .placeholder, nil: break
    }
  }

  /// Shows an alert, or a cell's new content.
  public func present(_ text: String) {
    if texts.insert(text).inserted { show(text) }
    shown[text].open()
  }

  /// A finger begins to drag.
  public func beginDragging() {
    isDragging = true
    controller?.scrollViewWillBeginDragging(self)
  }

  /// Other rows come into sight.
  public func scroll(to rows: Range<Int>) {
    let before = visiblePhotos
    self.rows = rows
    for photo in visiblePhotos where !before.contains(photo) { reconfigure(photo) }
  }

  /// The finger lets go.
  public func endDragging(willDecelerate: Bool) {
    (isDragging, isDecelerating) = (false, willDecelerate)
    controller?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
  }

  /// The list comes to rest.
  public func endDecelerating() {
    isDecelerating = false
    controller?.scrollViewDidEndDecelerating(self)
  }
}

/// The controller of a table of photos. It stands for `UITableViewController`.
@MainActor open class TableController {
  public let table: Table
  public let server: PhotoServer

  public required init(_ table: Table, _ server: PhotoServer) {
    (self.table, self.server) = (table, server)
    table.controller = self
  }

  open func viewDidLoad() {}
  open func cell(for photo: Int) -> Image { .placeholder }
  open func scrollViewWillBeginDragging(_ scrollView: Table) {}
  open func scrollViewDidEndDragging(_ scrollView: Table, willDecelerate decelerate: Bool) {}
  open func scrollViewDidEndDecelerating(_ scrollView: Table) {}
}

/// Shows a list of five photos, and scrolls it from photos 0–2 to 3 and 4.
@MainActor public func scrollPhotos(_ type: TableController.Type) async {
  let server = PhotoServer(photos: 5, missing: [4], holding: ["filter 0", "download 2"])
  let table = Table(rows: 0..<3)
  let list = type.init(table, server)
  list.viewDidLoad()
  await server.begun["filter 0"].opened()
  await table.shown["photo 1 is shown"].opened()
  await server.begun["download 2"].opened()
  // Filter 0 is running, filter 1 is waiting, and download 2 is running.
  table.beginDragging()
  server.mayEnd["filter 0"].open()
  await table.shown["photo 0 is shown filtered"].opened()
  await transfer(milliseconds: 20)
  table.scroll(to: 3..<5)
  table.endDragging(willDecelerate: true)
  await transfer(milliseconds: 20)
  table.endDecelerating()
  await table.shown["photo 3 is shown filtered"].opened()
  await table.shown["photo 4 has failed"].opened()
  // There is nothing left to do for the two.
  table.beginDragging()
  table.endDragging(willDecelerate: false)
  withExtendedLifetime(list) {}
}
