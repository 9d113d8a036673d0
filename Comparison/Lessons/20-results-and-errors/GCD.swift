import Dispatch
import LessonKit

/// A photo is downloaded and then filtered, three times: it is
/// there, it is missing, and its download is cancelled.
public func gcd(_ diary: Diary) {
  let filters = DispatchQueue(label: "filters")
  for photo in ["oak", "fox", "sea"] {
    let filtered = DispatchGroup()
    let result = Locked<Result<String, any Error>?>(nil)
    filtered.enter()

    // Each step calls the next with a result: one end for all.
    let gate = photo == "sea" ? Gate() : nil
    let isThere = photo != "fox"
    let request = PhotoRequest(photo, isThere: isThere, after: gate) {
      download in
      filters.async {
        // What failed, or was cancelled, goes past this step.
        result.withLock { $0 = download.map { "filtered \($0)" } }
        filtered.leave()
      }
    }
    // One call ends the chain, wherever it is: what follows
    // gets the error.
    if photo == "sea" { request.cancel() }
    filtered.wait()
    diary.note(described(result.withLock { $0 }))
  }
}
