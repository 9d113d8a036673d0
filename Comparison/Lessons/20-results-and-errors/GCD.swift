import Dispatch
import LessonKit

/// A photo is downloaded and then filtered, three times: the
/// download is cancelled, the photo is missing, and it is there.
public func gcd(_ diary: Diary) {
  let filters = DispatchQueue(label: "filters")
  for photo in ["sea", "fox", "oak"] {
    let filtered = DispatchGroup()
    let result = Locked<Result<String, any Error>?>(nil)
    filtered.enter()

    // Each step calls the next with a result: one end for all.
    let gate = photo == "sea" ? Gate() : nil
    let request = PhotoRequest(
      photo, diary, isThere: photo != "fox", after: gate
    ) { download in
      diary.submitted("filter \(photo)")
      filters.async {
        // What failed, or was cancelled, goes past this step.
        let end = download.map { input in
          diary.span("filter \(photo)") { sepia(input) }
        }
        result.withLock { $0 = end }
        filtered.leave()
      }
    }
    // One call ends the chain, wherever it is: what follows
    // gets the error.
    if photo == "sea" {
      block(milliseconds: 10)
      diary.cancelled("download sea")
      request.cancel()
    }
    filtered.wait()
    diary.note(described(result.withLock { $0 }))
  }
}

private func sepia(_ photo: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}
