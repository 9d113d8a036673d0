import ArgumentParser

/// A path on the command line, where something is to be written: what a script's unset variable would make of it is none.
/// - Throws: `ValidationError`.
func refuseEmpty(_ path: String?, of option: String) throws {
  if path?.isEmpty == true { throw ValidationError("\(option) needs a name; it is empty.") }
}
