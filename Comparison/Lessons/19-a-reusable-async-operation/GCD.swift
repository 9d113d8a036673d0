import Dispatch
import LessonKit

/// Starts three downloads: one succeeds, one fails, and the
/// returned one is cancelled while it is running.
private func startDownloads() -> Job {
  let group = DispatchGroup()
  let never = Gate()
  let oak = Job(group) { PhotoRequest("oak", $0) }
  let sea = Job(group) { PhotoRequest("sea", after: never, $0) }
  let fox = Job(group) { PhotoRequest("fox", isThere: false, $0) }

  group.notify(queue: .main) {
    for job in [oak, sea, fox] {
      // All cases, and no `default`: the error has a type.
      switch job.result {
      case .success(let photo): show(photo)
      case .failure(.notFound): show("failed: notFound")
      case .failure(.cancelled): show("cancelled")
      case nil: show("no result")
      }
    }
  }
  return sea
}

/// An object, because a closure can't keep a result or a way to
/// abort. Creating it begins the request.
nonisolated private final class Job: Sendable {
  typealias Send = (@escaping PhotoRequest.Done) -> PhotoRequest
  private let outcome = Locked<Result<String, PhotoError>?>(nil)
  private let request: PhotoRequest

  init(_ group: DispatchGroup, _ send: Send) {
    group.enter()
    request = send { [outcome] result in
      outcome.withLock { $0 = result }
      group.leave()
    }
  }
  func cancel() { request.cancel() }

  /// The result, or nil until the request has ended.
  var result: Result<String, PhotoError>? { outcome.withLock { $0 } }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let sea = startDownloads()
  await started("download sea")
  await transfer(milliseconds: 10)
  diary.cancelled("download sea")
  sea.cancel()
  await ended("failed: notFound")
}
// anywhere: download oak; download sea; download fox
