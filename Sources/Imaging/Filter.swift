/// The filter that a recipe applies to each photo.
public enum Filter: Sendable, Equatable {
  /// Leaves photos unchanged.
  case none
  /// The W3C's sepia filter, with an amount from 0 (none) to 1.
  case sepia(amount: Double = Sepia.defaultAmount)

  func apply(to picture: inout Picture) {
    switch self {
    case .none: break
    case .sepia(let amount): if amount > 0 { Sepia(amount: amount).apply(to: &picture) }
    }
  }
}

extension Filter: CustomStringConvertible {
  /// The filter's name and strength. Journals keep this text, so it must not change.
  public var description: String {
    switch self {
    case .none: "none"
    case .sepia(let amount): "sepia \(amount)"
    }
  }
}
