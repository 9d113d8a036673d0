import Dispatch
import LessonKit

/// Meant: a text is shown when both downloads have ended.
private func downloadBoth() {
  let downloads = DispatchGroup()
  for (photo, isThere) in [("oak", true), ("sea", false)] {
    downloads.enter()
    _ = PhotoRequest(photo, isThere: isThere) { result in
      // Wrong: after an error, this returns without `leave`.
      guard case .success = result else { return }
      downloads.leave()
    }
  }
  downloads.notify(queue: .main) { show("both have ended") }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  downloadBoth()
  await ended("download oak", "download sea")
  await transfer(milliseconds: 50)
  show("still waits for a download")
}
// anywhere: download oak; download sea
