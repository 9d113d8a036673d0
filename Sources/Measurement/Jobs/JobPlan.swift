/// Which loads are compared.
public struct JobPlan: Sendable {
  public let loads: [JobLoad]

  /// How long all bodies of a load take together, in nanoseconds: long enough to be measured.
  static let work: UInt64 = 400_000_000
  public static let lengths: [UInt64] = [0, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
  public static let counts = [1000, 10_000, 100_000, 1_000_000]
  /// The number pending where something else is compared.
  public static let usualCount = 100_000

  /// Seconds that one run may take: raw OperationQueue takes minutes for some loads. A runner that takes longer once is left out
  /// of that load.
  public static let limit = 20.0

  /// What the two charts show, and some loads of other shapes and widths: a few minutes for ten runs of all runners.
  public static func usual(cores: Int, rate: SpinRate) -> JobPlan {
    let load = { (shape: JobLoad.Shape, count: Int, width: Int, length: UInt64) in
      bounded(shape, count, width, length, rate)
    }
    return JobPlan(
      lengths.map { load(.independent, usualCount, cores, $0) }
        + counts.map { load(.independent, $0, cores, 0) }
        + [1, 64].map { load(.independent, 10_000, $0, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 100_000) })
  }

  /// Every combination: hours.
  public static func full(cores: Int, rate: SpinRate) -> JobPlan {
    JobPlan(
      JobLoad.Shape.allCases.flatMap { shape in
        [1, cores, 64].flatMap { width in
          lengths.flatMap { length in counts.map { bounded(shape, $0, width, length, rate) } }
        }
      })
  }

  /// Leaves out duplicates.
  init(_ loads: [JobLoad]) {
    var seen: Set<JobLoad> = []
    self.loads = loads.filter { seen.insert($0).inserted }
  }

  private static func bounded(
    _ shape: JobLoad.Shape, _ count: Int, _ width: Int, _ length: UInt64, _ rate: SpinRate
  ) -> JobLoad {
    let most = length == 0 ? count : Int(work / length)
    return JobLoad(shape: shape, count: min(count, most), width: width, length: length, rate: rate)
  }
}
