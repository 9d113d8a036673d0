/// The calls that an engine has made to its API, and the work that our own code has done because the API doesn't. Reports
/// and blocking waits aren't counted.
package struct APICalls: Codable, Equatable, Sendable {
  package struct Count: Codable, Equatable, Sendable {
    /// A plural noun, such as “work items”.
    package let name: String
    package let count: Int
    /// The first queues with their initial limits. Nil for all other counts.
    package let each: [Count]?

    package init(name: String, count: Int, each: [Count]? = nil) {
      (self.name, self.count, self.each) = (name, count, each)
    }
  }

  package struct Share: Codable, Equatable, Sendable {
    /// The name of the API, or “our code”.
    package let name: String
    package let counts: [Count]

    package init(name: String, counts: [Count]) { (self.name, self.counts) = (name, counts) }
  }

  package let api, own: Share

  /// An engine's counts, those of calls to the API and those of work that our own code does, with the engine's words.
  package struct Names: Sendable {
    /// The API, the noun for its unit of work, and the plural for what makes one wait for another.
    let api, unit, dependencies: String
    let calls, own: [Counted]

    package init(
      _ api: String, unit: String, dependencies: String, _ calls: [Counted], own: [Counted]
    ) {
      (self.api, self.unit, self.dependencies, self.calls, self.own) = (api, unit, dependencies, calls, own)
    }
  }

  init(_ names: Names, _ counts: [Int], limits: [Count]) {
    func share(_ name: String, _ counted: [Counted]) -> Share {
      Share(
        name: name,
        counts: counted.map {
          Count(name: $0.name(names), count: counts[$0.rawValue], each: $0 == .limit ? limits : nil)
        })
    }
    (api, own) = (share(names.api, names.calls), share("our code", names.own))
  }
}

/// The events that an engine counts.
package enum Counted: Int, CaseIterable, Sendable {
  case limit, limitChange, suspension
  /// A job was passed to the API.
  case submission
  /// A job was made to wait for a prerequisite.
  case dependency
  /// The API was asked to say when no prerequisite is left.
  case notice
  /// The API's own cancelled flag was set.
  case cancellation
  /// A ready job was put into a list of our own, because no slot was free or the queue was suspended.
  case heldBack
  /// A job was taken off that list, because it was cancelled or has to wait again.
  case removal
  /// A job that had got a thread became ready again.
  case handback
  case gate, renewal
  /// A submitted operation lost its job, and stays where it is.
  case emptying

  /// The plural noun of the count.
  fileprivate func name(_ names: APICalls.Names) -> String {
    switch self {
    case .limit: "limits"
    case .limitChange: "limit changes"
    case .suspension: "suspensions"
    case .submission: names.unit + "s"
    case .dependency: names.dependencies
    case .notice: "groups notified"
    case .cancellation: names.unit + "s cancelled"
    case .heldBack: "jobs held back"
    case .removal: "jobs taken off our lists"
    case .handback: "jobs handed back"
    case .gate: "gates"
    case .renewal: names.unit + "s renewed"
    case .emptying: names.unit + "s emptied"
    }
  }
}

extension APICalls.Count {
  /// The count with its name, such as “3 operations renewed” or “1 operation renewed”.
  package var text: String {
    var words = name.split(separator: " ")
    if count == 1, let noun = words.firstIndex(where: { $0.hasSuffix("s") }) {
      let many = words[noun]
      words[noun] = many.hasSuffix("ies") ? many.dropLast(3) + "y" : many.dropLast()
    }
    let limits = each.map { " (" + $0.map { "\($0.name) \($0.count)" }.joined(separator: ", ") + ")" } ?? ""
    return "\(count) " + words.joined(separator: " ") + limits
  }
}

extension APICalls.Share {
  /// The counts that aren't 0.
  package var text: String {
    let parts = counts.filter { $0.count > 0 }.map(\.text)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
