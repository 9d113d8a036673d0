import Engine

/// Is told that a photo, by its place in the list from 0, has these jobs from now on, and no others: so that a trace can
/// tell what became of the photo. May be called on any thread.
public typealias JobsWatcher = @Sendable (_ number: Int, _ name: String, _ jobs: [JobID]) -> Void
