/// Decides the states of one photo and the jobs that it needs. It has no access to jobs or files.
/// Types that learn something about the photo report an event to it. `PhotoPipeline` performs the actions that it
/// returns.
struct PhotoStateMachine {
  enum Event {
    /// The photo is wanted.
    case start
    /// The photo is no longer wanted, so its jobs are being cancelled.
    case cancel
    case downloadStarted
    case downloadEnded(End)
    case filterStarted
    case filterEnded(End)
    /// The photo's file exists already.
    case found
    /// The photo has no usable URL, or its file can't be written.
    case refused(any Error)
    /// A failed photo may be started again.
    case retry

    /// The reason why the photo fails, if it does.
    fileprivate var error: (any Error)? {
      switch self {
      case .downloadEnded(.failed(let error)), .filterEnded(.failed(let error)), .refused(let error): error
      default: nil
      }
    }
  }

  /// The end of a job.
  enum End {
    /// The download has delivered the original, or the filter has written the file.
    case finished
    /// The file is complete: the original is in it, or hasn't changed since it was made.
    case complete
    case failed(any Error)
    case cancelled
  }

  enum Action {
    case nothing
    /// Add a download, and a filter that depends on it unless the original is kept.
    case download
    /// Add a filter for the original, which has already been downloaded.
    case filter
    /// The last job has ended. The state shows how far the photo got.
    case settle
  }

  private enum Interest {
    case wanted
    case cancelled
    /// The photo was cancelled but became wanted again before its jobs had ended.
    case wantedAgain
  }

  private(set) var state = Photo.State.new
  /// The reason why the photo failed, or nil if it didn't.
  private(set) var error: (any Error)?
  /// The number of jobs that haven't ended. A cancelled filter ends before the download that it was waiting
  /// for.
  private var jobsLeft = 0
  private var interest = Interest.wanted
  private let needsFilter: Bool

  /// - Parameter needsFilter: Whether the original is filtered, instead of being kept unchanged.
  init(needsFilter: Bool = true) { self.needsFilter = needsFilter }

  /// Whether the photo has jobs that haven't ended.
  var isInProgress: Bool { jobsLeft > 0 }
  /// Whether the photo is in progress and wanted.
  var isPending: Bool { isInProgress && interest != .cancelled }

  /// - Returns: Whether the photo has changed, and the next action.
  @discardableResult
  mutating func handle(_ event: Event) -> (hasChanged: Bool, action: Action) {
    let next = state(after: event)
    if let next { (state, error) = (next, event.error) }
    let action: Action
    switch event {
    case .start: action = start()
    case .cancel:
      if isInProgress { interest = .cancelled }
      action = .nothing
    case .downloadEnded, .filterEnded: action = jobEnded()
    case .downloadStarted, .filterStarted, .found, .refused, .retry: action = .nothing
    }
    return (next != nil, action)
  }

  /// Returns the state after an event, or nil if the event doesn't change the photo.
  private func state(after event: Event) -> Photo.State? {
    switch (state, event) {
    case (.new, .downloadStarted): .downloading
    case (_, .downloadEnded(.finished)): .downloaded
    case (_, .downloadEnded(.cancelled)): .new
    case (.downloaded, .filterStarted): .filtering
    // A filter that was still waiting hasn't changed anything.
    case (.filtering, .filterEnded(.cancelled)): .downloaded
    case (_, .downloadEnded(.complete)), (_, .filterEnded(.finished)), (_, .found): .filtered
    case (_, .downloadEnded(.failed)), (_, .filterEnded(.failed)), (_, .refused): .failed
    case (.failed, .retry): .new
    default: nil
    }
  }

  private mutating func start() -> Action {
    if isInProgress {
      if interest == .cancelled { interest = .wantedAgain }
      return .nothing
    }
    switch state {
    case .new:
      jobsLeft = needsFilter ? 2 : 1
      return .download
    case .downloaded:
      jobsLeft = 1
      return .filter
    case .downloading, .filtering, .filtered, .failed: return .nothing
    }
  }

  private mutating func jobEnded() -> Action {
    jobsLeft -= 1
    guard jobsLeft == 0 else { return .nothing }
    let startsAgain = interest == .wantedAgain
    interest = .wanted
    let next = startsAgain ? start() : .nothing
    return next == .nothing ? .settle : next
  }
}
