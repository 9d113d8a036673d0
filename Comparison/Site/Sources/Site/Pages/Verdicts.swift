import Measurement

extension JobComparison {
  /// The job length from which the choice of engine matters little, as one plain sentence.
  var sentence: String {
    switch crossover {
    case .from(let length):
      "Where a job takes \(nanosecondText(length)) or more, "
        + "gcd and operation are less than a tenth apart."
    case .never: "Even for the longest jobs, gcd and operation are more than a tenth apart."
    case nil: "Either gcd or operation was not run."
    case .undecided:
      "There are too few runs to say how long a job must be for gcd and operation to be alike."
    }
  }
}
