import Dispatch
import LessonKit

/// Meant: the program continues when both downloads have ended.
public func trap() {
  let downloads = DispatchGroup()
  for (photo, isThere) in [("oak", true), ("sea", false)] {
    downloads.enter()
    _ = PhotoRequest(photo, isThere: isThere) { result in
      // Wrong: after an error, this returns without `leave`.
      guard case .success = result else { return }
      downloads.leave()
    }
  }
  let end = downloads.wait(timeout: .now() + .milliseconds(200))
  show(end == .timedOut ? "still waits for a download" : "both ended")
  // A group that isn't empty can't be freed.
  downloads.leave()
}

// Only for running and checking it here.
// anywhere: download oak; download sea
