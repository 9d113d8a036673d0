/// The kind of evidence for a statement in a lesson. Its mark comes after the statement and links to the
/// evidence.
public enum Evidence: CaseIterable, Sendable {
  case ran
  case documented
  case read

  /// The character that is shown after the statement, as a superscript.
  public var mark: Character {
    switch self {
    case .ran: "✓"
    case .documented: "§"
    case .read: "⌗"
    }
  }

  public var meaning: String {
    switch self {
    case .ran: "ran here"
    case .documented: "documented"
    case .read: "read in the source"
    }
  }

  /// The explanation of all marks, in one line.
  public static let legend = allCases.map { "\($0.mark) \($0.meaning)" }.joined(separator: " · ")
}
