/// Something that work captures: it notes when nobody keeps it any more.
public final class Photo: Sendable {
  private let freed: Gate

  /// - Parameter freed: opened when this is freed, on whatever thread.
  public init(freed: Gate) { self.freed = freed }

  deinit {
    show("the photo is freed")
    freed.open()
  }

  /// What a job does with it: it takes ten milliseconds.
  public func use(in job: String, line: Int = #line) {
    diary.span(job, line: line) {
      compute(milliseconds: 10)
    }
  }
}
