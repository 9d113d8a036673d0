import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The slow gallery: a grouped list, and its thumbnails, loaded in the background and written as PNG files.
///
/// The list is a job, and every thumbnail's download depends on it; scaling a thumbnail depends on its download. All
/// members are called on the engine's reporting queue, unless they say otherwise.
public final class ThumbnailRun: WorkloadRun, @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.
  public let lists: JobQueue
  public let downloads: JobQueue
  public let scalers: JobQueue
  /// Empty until the list is there.
  public private(set) var groups: [ThumbnailGroup] = []

  /// The list is there.
  public var onList: () -> Void = {}
  /// A thumbnail's state has changed; `filtered` is scaled and written.
  public var onChange: (Photo) -> Void = { _ in }
  /// Whether the list or a thumbnail is being transferred: a light for all of them together.
  public var isLoading: Bool { !loading.isEmpty }
  /// `isLoading` has changed.
  public var onLoading: (Bool) -> Void = { _ in }

  /// The numbers of the thumbnails that are being transferred; nil stands for the list.
  private var loading: Set<Int?> = [] {
    didSet { if oldValue.isEmpty != loading.isEmpty { onLoading(isLoading) } }
  }
  private let list: GroupedList
  private let transport: Transport
  private let jobs: PhotoJobs

  /// Called from any thread.
  /// - Parameters:
  ///   - downloads: thumbnails downloaded at a time.
  ///   - scalers: thumbnails scaled at a time; each keeps a core busy.
  ///   - recipe: how each is developed.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    downloads: Int = 3, scalers: Int = 2, recipe: Recipe = Recipe(), compression: Compression = .default
  ) {
    let life = RunLife(engine: engine)
    self.list = GroupedList(source: list)
    self.transport = transport
    lists = life.makeQueue("list", width: 1)
    self.downloads = life.makeDownloadQueue(width: downloads)
    self.scalers = life.makeQueue("scale", width: scalers)
    jobs = PhotoJobs(
      life, download: DownloadStep(life: life, transport: transport, allowsFiles: list.mayNameFiles),
      filter: FilterStep(develop: developer(recipe, .png(compression)), folder: output), verb: "scale")
    super.init(life)
    // Weak: jobs hold these until they have ended, which may be after the run is gone.
    jobs.onChange = { [weak self] photo in self?.changed(photo) }
    jobs.onRest = { [weak self] photo in self?.onChange(photo) }
    jobs.onReceive = { [weak self] photo, bytes in
      self?.bytes.received += bytes
      self?.loading.remove(photo.number)
    }
  }

  override func begin() {
    loading.insert(nil)
    // It holds no thread while a server takes its time to answer.
    let fetch = engine.makeAsynchronousJob("fetch list") { [list, transport] running, completion in
      let opened = try list.open(transport)
      running.onCancel { opened.cancel() }
      opened.whenReady { completion.finish(opened) }
    }
    let itself = Locked<AnyJob?>(nil)
    let job = engine.makeJob("list") { [self] running in
      guard case .success(let opened)? = fetch.result else { throw CancellationError() }
      let groups = try list.read(opened, running)
      // Made while this job runs, so that they wait for its end.
      if let job = itself.withLock({ $0 }) { addJobs(for: groups, after: job) }
      return groups
    }
    itself.withLock { $0 = job }
    // Reported before any thumbnail's download, as those depend on it.
    job.whenEnded { [self] _ in
      loading.remove(nil)
      itself.withLock { $0 = nil }
      if case .success(let groups)? = job.result { take(groups) }
    }
    for part in [fetch, job] {
      part.whenEnded { [life] end in if case .failed(let error) = end { life.fail(error, closes: true) } }
    }
    life.depend(job, on: fetch)
    life.add(fetch, to: lists)
    life.add(job, to: lists)
  }

  private func addJobs(for groups: [ThumbnailGroup], after list: AnyJob) {
    for photo in groups.flatMap(\.thumbnails).map(\.photo) where photo.state == .new {
      let download = jobs.makeDownload(of: photo)
      let scale = jobs.makeFilter(of: photo, after: download)
      onJobs?(photo.number, photo.name, [download.id, scale.id])
      life.depend(download, on: list)
      life.add(scale, to: scalers)
      life.add(download, to: downloads)
    }
  }

  private func take(_ groups: [ThumbnailGroup]) {
    self.groups = groups
    let photos = groups.flatMap(\.thumbnails).map(\.photo)
    tally.listed = photos.count
    onList()
    for photo in photos where photo.state != .new { changed(photo) }
  }

  private func changed(_ photo: Photo) {
    switch photo.state {
    case .filtered:
      count(.done, photo.number + 1, photo.name)
      bytes.used += photo.bytesReceived
    case .failed(let reason): count(.failed(reason), photo.number + 1, photo.name)
    case .downloading: loading.insert(photo.number)
    case .new, .downloaded, .filtering: break
    }
    onChange(photo)
  }

  override func willEnd() { tally.cancelled = tally.listed - tally.settled }
}
