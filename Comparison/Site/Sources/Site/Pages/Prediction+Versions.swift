import Lessons

extension Prediction {
  /// The versions that the question names, at least one: all of them if it names none.
  var versions: [Lesson.Version] {
    let named = Lesson.Version.apis.filter(isAbout)
    return named.isEmpty ? Lesson.Version.apis : named
  }

  private func isAbout(_ version: Lesson.Version) -> Bool {
    switch version {
    case .gcd: question.contains(/Dispatch|GCD|work item|`sync`|makeUserDataAddSource/)
    case .operation: question.contains(/[Oo]peration/)
    case .tasks: question.contains(/main actor/)
    case .trap: false
    }
  }
}
