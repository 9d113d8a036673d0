import Dispatch
import LessonKit

/// A work item has finished when its closure returns, though the
/// transfer that it started continues.
private func submitItem() {
  let item = DispatchWorkItem { @Sendable in
    startTransfer("first transfer")
  }
  item.notify(queue: .main) { show("the item has finished") }
  diary.submitted("first transfer")
  DispatchQueue(label: "downloads").async(execute: item)
}

/// A group is empty when `leave` has been called for each
/// `enter`, on any thread.
private func reportBoth() {
  let downloads = DispatchQueue(label: "downloads")
  let reports = DispatchQueue(label: "reports")
  let group = DispatchGroup()
  for name in ["second transfer", "third transfer"] {
    diary.depends("report", on: name)
    diary.submitted(name)
    group.enter()
    downloads.async {
      transfer(name, milliseconds: 20) { group.leave() }
    }
  }
  diary.submitted("report")
  group.notify(queue: reports) { @Sendable in
    compute("report", milliseconds: 10)
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  submitItem()
  await ended("first transfer")
  reportBoth()
  await ended("report")
}
nonisolated private func startTransfer(_ job: String, line: Int = #line) {
  let span = diary.begin(job, line: line)
  transfer(milliseconds: 20) {
    waitUntilEnded("the item has finished")
    span.end()
  }
}
// anywhere: first transfer; second transfer; third transfer
// computes: report
// order: second transfer < report; third transfer < report
