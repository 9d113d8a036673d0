import Dispatch
import LessonKit

/// Meant: a text is shown when both downloads have ended.
private func downloadBoth() -> DispatchGroup {
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
  return downloads
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let downloads = downloadBoth()
  await ended("download oak", "download sea")
  await transfer(milliseconds: 50)
  if !isEmpty(downloads) { show("still waits for a download") }
}
private func isEmpty(_ group: DispatchGroup) -> Bool {
  group.wait(timeout: .now()) == .success
}
// anywhere: download oak; download sea
