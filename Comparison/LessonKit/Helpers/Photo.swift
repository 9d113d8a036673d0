/// An object for closures to capture. Its deallocation is shown, and opens a gate.
public final class Photo: Sendable {
  private let freed: Gate

  /// Creates a photo that opens a gate when it is deallocated.
  /// - Parameter freed: Opened when the photo is deallocated, on any thread.
  public init(freed: Gate) { self.freed = freed }

  deinit {
    show("the photo is freed")
    freed.open()
  }

  /// Uses the photo as a job's body, which takes ten milliseconds.
  public func use(in job: String, line: Int = #line) {
    diary.span(job, line: line) {
      compute(milliseconds: 10)
    }
  }
}
