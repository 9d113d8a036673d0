import ArgumentParser

/// - Throws: `ValidationError`, for both: one of them makes the other pointless.
func refuseBoth(force: Bool, refresh: Bool) throws {
  guard force, refresh else { return }
  throw ValidationError("--force redoes everything, --refresh only what has changed: give one of them.")
}

/// Refuses an empty path for something that is to be written, as a script's unset variable gives it.
/// - Throws: `ValidationError`.
func refuseEmpty(_ path: String?, of option: String) throws {
  if path?.isEmpty == true { throw ValidationError("\(option) needs a name; it is empty.") }
}
