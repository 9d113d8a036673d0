extension Timeline {
  /// A job that started after another one had ended, because it depends on that one.
  struct Dependency {
    /// The places of the lanes.
    let prerequisite, dependent: Int
    /// The end of the prerequisite, or the moment from which it would never run.
    let end: Moment
    /// The start of the dependent.
    let start: Moment
  }

  /// The dependencies between lanes. Jobs that didn't run or didn't wait are left out.
  var dependencies: [Dependency] {
    lanes.indices.flatMap { dependent in
      (lanes[dependent].prerequisites ?? []).compactMap { name in
        guard let prerequisite = lanes.firstIndex(where: { $0.name == name }),
          let start = lanes[dependent].bars.first(where: { $0.state == .running })?.start,
          let last = lanes[prerequisite].bars.last
        else { return nil }
        let end = last.state == .neverRan ? last.start : last.end
        guard end.turn < start.turn else { return nil }
        return Dependency(prerequisite: prerequisite, dependent: dependent, end: end, start: start)
      }
    }
  }
}
