import Base
import Engine
import Foundation
import Imaging
import PhotoLists
import Transport

/// The settings of the main job.
public struct PhotoRunOptions: Sendable {
  /// Downloads at a time.
  public var downloads = DefaultWidths.downloads
  /// Filters at a time.
  public var filters = DefaultWidths.filters
  /// The most photos in progress. More would cost memory and not be faster; and an `operation` queue with thousands of
  /// waiting jobs searches all of them for each that it starts.
  public var ahead = 64
  /// How each photo is developed.
  public var recipe = Recipe()
  /// The format of the files.
  public var format = PictureFormat.png(.default)
  /// The worker processes that photos are developed in; nil for this one.
  public var isolation: Isolation?
  /// Whether to make photos again that already exist.
  public var force = false
  /// Whether to ask servers for originals that have changed since, and to make those photos again.
  public var refresh = false
  /// The part of the list that is taken, and the names of its files.
  public var part = ListPart()

  public init() { recipe.intensity = Sepia.defaultAmount }

  /// Everything that the content of a photo's file depends on: with other settings, it is made again.
  var settings: String {
    var parts = ["sepia \(recipe.intensity)", "\(format)"]
    if let size = recipe.size { parts.append("\(size)") }
    if recipe.convertsToSRGB { parts.append("sRGB") }
    if recipe.keeps16Bits { parts.append("16 bits") }
    if let keptEXIF = recipe.keptEXIF { parts.append("EXIF \(keptEXIF)") }
    return parts.joined(separator: ", ")
  }
}

/// The main job: a list's photos, downloaded, filtered and written into a folder, `ahead` at a time at most.
///
///     ListFeed → PhotoPipeline → DownloadStep → FilterStep → PartialFile
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
public final class PhotoRun: WorkloadRun, @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.
  public let pipeline: PhotoPipeline
  /// The number of filtered photos that replaced a file, by the reason.
  public private(set) var replaced: [Photo.Replaced: Int] = [:]
  /// The number of skipped photos that another process was making in the same folder.
  public var leftToOthers: Int { filesOfOthers.count }
  /// The number of these that were not there when this run ended.
  public private(set) var missing = 0
  private var filesOfOthers: [String] = []
  /// The number of photos in the list or its part; nil until it was read to its end.
  public var total: Int? { part.shard == nil ? feed.total : feed.isDone ? tally.listed : nil }
  /// The part of the list that is taken.
  public private(set) var part: ListPart

  /// A photo's state or image has changed.
  public var onChange: (Photo) -> Void = { _ in }
  public var onSettle: (Photo, Outcome) -> Void = { _, _ in }

  private let feed: ListFeed
  private let output: OutputFolder
  private let options: PhotoRunOptions
  private let journal: PhotoJournal
  private let workers: WorkerPool?

  /// Called from any thread.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    options: PhotoRunOptions
  ) {
    let life = RunLife(engine: engine)
    self.output = output
    self.options = options
    journal = PhotoJournal(output, settings: options.settings)
    part = options.part
    feed = ListFeed(life, list: list, transport: transport, ahead: options.ahead)
    workers = options.isolation.map { WorkerPool($0, options.recipe, options.format) }
    let jobs = PhotoJobs(
      life, download: DownloadStep(life: life, transport: transport, allowsFiles: list.mayNameFiles),
      filter: FilterStep(
        develop: workers?.develop ?? developer(options.recipe, options.format), folder: output,
        journal: journal))
    pipeline = PhotoPipeline(life, jobs, downloads: options.downloads, filters: options.filters)
    super.init(life)
    // Weak: jobs hold these closures until they end, which may be after the run is gone.
    jobs.onChange = { [weak self] photo in self?.onChange(photo) }
    jobs.onRest = { [weak self] photo in self?.onChange(photo) }
    jobs.onReceive = { [weak self] _, bytes in self?.bytes.received += bytes }
    pipeline.onSettle = { [weak self] photo in self?.settle(photo) }
    feed.onEntries = { [weak self] entries in self?.take(entries) }
    feed.inProgress = { [weak self] in self?.pipeline.photosInProgress ?? .max }
    // Photos from before the error are good, and continue.
    feed.onTurn = { [life] error in if let error { life.fail(error, closes: false) } }
  }

  override func begin() { feed.readOn() }

  override func didClose() { feed.stop() }

  override func willEnd() {
    missing = filesOfOthers.count { access(output.file($0), F_OK) != 0 }
    journal.close()
    output.removeIfUnused()
    workers?.stop()
  }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    if life.isClosed { return }
    // Not before there is an entry, so that a list that is none leaves no folder behind.
    if !journal.isOpen {
      do { try journal.open() } catch { return life.fail(error, closes: true) }
    }
    for entry in entries {
      guard let (position, place) = part.take(entry) else { continue }
      tally.listed += 1
      let fileName = "\(place).\(options.format.fileExtension)"
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
    if options.force { return pipeline.start(photo) }
    switch journal.decide(photo, in: output, refresh: options.refresh) {
    case .make: pipeline.start(photo)
    case .keep: report(photo, .skipped)
    case .leave:
      filesOfOthers.append(photo.fileName)
      report(photo, .skipped)
    case .refuse(let error):
      photo.state = .failed(life.words(error))
      onChange(photo)
      settle(photo)
    }
  }

  // MARK: Photos

  private func settle(_ photo: Photo) {
    journal.release(photo.fileName)
    let outcome: Outcome =
      switch photo.state {
      case .filtered: photo.isUnchanged ? .skipped : .done
      case .failed(let reason): .failed(reason)
      case .new, .downloading, .downloaded, .filtering: .cancelled
      }
    if outcome == .done {
      if let what = photo.replaces { replaced[what, default: 0] += 1 }
      bytes.used += photo.bytesReceived
    }
    report(photo, outcome)
    feed.readOn()
  }

  private func report(_ photo: Photo, _ outcome: Outcome) {
    count(outcome, photo.number + 1, photo.name, url: photo.url)
    onSettle(photo, outcome)
  }
}
