import ArgumentParser

/// - Throws: `ValidationError`, for both: one of them makes the other pointless.
func refuseBoth(force: Bool, refresh: Bool) throws {
  guard force, refresh else { return }
  throw ValidationError("--force redoes everything, --refresh only what has changed: give one of them.")
}

/// A path on the command line, where something is to be written: what a script's unset variable would make of it is none.
/// - Throws: `ValidationError`.
func refuseEmpty(_ path: String?, of option: String) throws {
  if path?.isEmpty == true { throw ValidationError("\(option) needs a name; it is empty.") }
}
