import Measurement

extension JobComparison {
  /// The job length from which gcd and operation take equally long, as one plain sentence.
  var sentence: String {
    switch crossover {
    case .from(let length):
      "Where a job takes \(nanosecondText(length)) or more, "
        + "gcd and operation are \(PairedRatio.withinEquality) of each other."
    case .never:
      "Even for the longest jobs, gcd and operation are not \(PairedRatio.withinEquality) of each other."
    case nil: "Either gcd or operation was not run."
    case .undecided:
      "There are too few runs to say how long a job must be for gcd and operation to take equally long."
    }
  }
}
