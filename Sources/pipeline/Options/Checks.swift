import ArgumentParser

/// Rejects a number outside an option's range. Nil is accepted.
/// - Parameter unit: The unit for the message, with a leading space.
/// - Throws: `ValidationError`.
func check<Number: Numeric & Comparable>(
  _ option: String, _ number: Number?, in range: ClosedRange<Int>, _ unit: String = ""
) throws {
  guard let number, let least = Number(exactly: range.lowerBound),
    let most = Number(exactly: range.upperBound),
    !(least...most).contains(number)
  else { return }
  throw ValidationError(
    "\(option) must be from \(range.lowerBound) to \(range.upperBound)\(unit), not \(number).")
}

/// Rejects a number below an option's minimum. Nil is accepted.
/// - Throws: `ValidationError`.
func check(_ option: String, _ number: Int?, atLeast least: Int, _ unit: String = "") throws {
  guard let number, number < least else { return }
  throw ValidationError("\(option) must be at least \(least)\(unit), not \(number).")
}

/// Returns a function that parses an option's value, and reports an invalid one with the values that are accepted.
func parsing<Value: ExpressibleByArgument>(_ accepted: String) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = Value(argument: text) else { throw ValidationError("it must be \(accepted)") }
    return value
  }
}

/// Rejects an empty output name, which a script passes if its variable is unset.
/// - Throws: `ValidationError`.
func refuseEmpty(_ path: String?, of option: String) throws {
  if path?.isEmpty == true { throw ValidationError("\(option) needs a name; it is empty.") }
}

extension ParsableCommand {
  /// Whether every option has its default value.
  var hasOnlyDefaults: Bool { (try? Self.parse([])).map { "\($0)" == "\(self)" } ?? false }
}
