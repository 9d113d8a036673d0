/// Something that work captures: it notes when nobody keeps it any more.
public final class Photo: Sendable {
  private let diary: Diary
  private let freed: Gate

  /// - Parameter freed: opened when this is freed, on whatever thread.
  public init(_ diary: Diary, freed: Gate) { (self.diary, self.freed) = (diary, freed) }

  deinit {
    diary.note("the photo is freed")
    freed.open()
  }

  /// What a job does with it: it takes ten milliseconds.
  public func use(in job: String, line: Int = #line) {
    diary.span(job, line: line) { compute(milliseconds: 10) }
  }
}
