import Base
import Engine
import Foundation
import Imaging
import PhotoLists
import Transport

/// The settings of a photo run.
public struct PhotoSettings: Sendable {
  /// The number of simultaneous downloads.
  public var downloads = DefaultWidths.downloads
  /// The number of simultaneous filters.
  public var filters = DefaultWidths.filters
  /// The maximum number of photos in progress, or nil for one that suits the queues. A larger number would use more
  /// memory without making the run faster.
  public var ahead: Int?
  /// The settings for developing each photo.
  public var recipe = Recipe()
  /// The format of the files.
  public var format = PictureFormat.png(.default)
  /// Whether to regenerate photos that already exist.
  public var force = false
  /// Whether to check originals with their servers, and to regenerate photos whose originals have changed.
  public var refresh = false
  /// The selected part of the list, and the names of its files.
  public var part = ListPart()

  public init() { recipe.filter = .sepia() }

  var inProgress: Int { ahead ?? DefaultWidths.ahead(of: downloads, filters) }

  var fingerprint: String { recipe.fingerprint(format) }
}

/// Downloads the photos of a list, filters them, and writes them into a folder. At most `ahead` photos are in
/// progress.
///
///     ListFeed → PhotoPipeline → DownloadStep → FilterStep → PartialFile
public final class PhotoRun: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public private(set) lazy var pipeline = PhotoPipeline(
    self,
    DownloadStep(run: self, transport: transport, allowsFiles: list.mayNameFiles),
    FilterStep(
      develop: developer(settings.recipe, settings.format), folder: output, journal: journal),
    downloads: settings.downloads, filters: settings.filters)
  /// The number of photos in the list or the selected part of it, or nil until the list has been read to its
  /// end.
  public var total: Int? { part.shard == nil ? feed.total : feed.isDone ? tally.listed : nil }

  /// Called when a photo's state or image has changed.
  public var onChange: (Photo) -> Void = { _ in }

  private lazy var feed = ListFeed(self, list: list, transport: transport, ahead: settings.inProgress)
  private let transport: Transport
  private let list: ListSource
  private let output: OutputFolder
  private let settings: PhotoSettings
  private let journal: PhotoJournal

  /// Creates a run. This can be called from any thread.
  public init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    settings: PhotoSettings
  ) {
    self.transport = transport
    self.list = list
    self.output = output
    self.settings = settings
    journal = PhotoJournal(output, fingerprint: settings.fingerprint)
    super.init(engine: engine)
    part = settings.part
    feed.onEntries = { [unowned self] entries in take(entries) }
    feed.inProgress = { [unowned self] in pipeline.photosInProgress }
    // Photos read before the error are valid, and their jobs continue.
    feed.onTurn = { [unowned self] error in if let error { fail(error, closes: false) } }
    pipeline.onReport = { [unowned self] photo, report in
      bytes.received += report.received ?? 0
      if report.hasChanged { onChange(photo) }
      if report.isSettled { settle(photo) }
    }
  }

  override func begin() {
    use(output, part: part.shard) { [unowned self] opened in
      journal.journal = opened
      feed.readOn()
    }
  }

  override func didClose() { feed.stop() }

  override func willEnd() { journal.journal?.close() }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    for entry in entries where !isClosed {
      guard let (position, place) = part.take(entry) else { continue }
      tally.listed += 1
      let fileName = "\(place).\(settings.format.fileExtension)"
      let photo = Photo(number: position - 1, entry: entry, fileName: fileName)
      if photo.hasFailed {
        onChange(photo)
        settle(photo)
      } else {
        begin(photo)
      }
    }
  }

  private func begin(_ photo: Photo) {
    let decision =
      settings.force
      ? .make : journal.decide(photo, isNumbered: part.isNamedByPosition, refresh: settings.refresh)
    switch decision {
    case .make where output.isDry: settle(photo, as: .done)
    case .make: pipeline.start(photo)
    case .keep: settle(photo, as: .skipped)
    case .refuse(let error) where error.isFatal:
      fail(error, closes: true)
      settle(photo, as: .cancelled)
    case .refuse(let error):
      photo.machine.handle(.refused(words(error)))
      onChange(photo)
      settle(photo)
    }
  }

  // MARK: Photos

  private func settle(_ photo: Photo) {
    settle(photo, as: photo.outcome)
    feed.readOn()
  }
}
