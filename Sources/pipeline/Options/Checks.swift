import ArgumentParser

/// Refuses a number outside what an option takes, where one was given.
/// - Parameter unit: what the numbers count, with a space before it.
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

/// The same for a number without an upper limit.
func check(_ option: String, _ number: Int?, atLeast least: Int, _ unit: String = "") throws {
  guard let number, number < least else { return }
  throw ValidationError("\(option) must be at least \(least)\(unit), not \(number).")
}

/// Refuses an empty name of an output, as an unset variable in a script gives it.
/// - Throws: `ValidationError`.
func refuseEmpty(_ path: String?, of option: String) throws {
  if path?.isEmpty == true { throw ValidationError("\(option) needs a name; it is empty.") }
}

/// - Throws: `ValidationError`, for both: one of them makes the other pointless.
func refuseBoth(force: Bool, refresh: Bool) throws {
  guard force, refresh else { return }
  throw ValidationError("--force redoes everything, --refresh only what has changed: give one of them.")
}
