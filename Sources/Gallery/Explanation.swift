import Engine
import Engines
import Workloads

/// The work of an engine at a moment of a scroll, in words. Code is in backticks.
package struct Explanation: Codable, Sendable {
  /// The calls of the API, the work of our own code, or the reason for that work, if there was any.
  package struct Part: Codable, Sendable {
    /// The name of the API, “our code” or “because”.
    package let who: String
    package let text: String
    /// The source file, as a path in the repository, or nil if there is no code to see.
    package let file: String?
    package let line: Int?
  }

  package let moment: ScrollMoment
  package let title: String
  /// The number of photos, downloads, jobs, rows or scrolls, or nil if the moment is described in general.
  package let number: Int?
  package let parts: [Part]

  /// - Parameters:
  ///   - api: The name of the engine's API.
  ///   - passed: The moment with its counts, or nil to describe it in general.
  package init(_ moment: ScrollMoment, _ engine: EngineName, api: String, passed: PassedMoment? = nil) {
    let lines = MomentLine.all.filter { $0.moment == moment && ($0.engine ?? engine) == engine }
    let title = lines.first { $0.kind == (passed?.number ?? 1 > 1 ? .many : .one) }?.text ?? ""
    self.title = title.replacing("{n}", with: "\(passed?.number ?? 1)")
    self.moment = moment
    number = passed?.number
    let isAllTheAPIs = lines.contains { $0.kind == .own && $0.text(passed?.counts) == MomentLine.nothing }
    // A title has no subject.
    let subjects: [MomentLine.Kind: String] = [.api: api, .own: "our code", .why: "because"]
    parts = lines.compactMap { line in
      guard let who = subjects[line.kind], !(line.kind == .why && isAllTheAPIs) else { return nil }
      let text = line.text(passed?.counts)
      let isNothing = text == MomentLine.nothing
      return Part(
        who: who, text: text, file: isNothing ? nil : line.file, line: isNothing ? nil : line.number)
    }
  }
}

/// A line of the table in `Comparison/Calls/moments.tsv`.
struct MomentLine {
  enum Kind: String {
    case one, many
    case api = "API"
    case own, why
  }

  let moment: ScrollMoment
  /// The engine, or nil for a title.
  let engine: EngineName?
  let kind: Kind
  let text: String
  let file: String?
  let number: Int?

  static let nothing = "nothing"
  static let all = momentTable.split(separator: "\n").compactMap(MomentLine.init)

  private init?(_ line: Substring) {
    let cells = line.split(separator: "\t").map(String.init)
    guard cells.count > 3, let moment = ScrollMoment(rawValue: cells[0]), let kind = Kind(rawValue: cells[2])
    else { return nil }
    (self.moment, engine, self.kind, text) = (moment, EngineName(rawValue: cells[1]), kind, cells[3])
    (file, number) = cells.count > 5 ? ("Sources/" + cells[4], Int(cells[5])) : (nil, nil)
  }

  /// Returns the text, with counts instead of their names. Parts whose count is 0 are omitted.
  /// - Parameter counts: The counts, or nil for the text without numbers.
  func text(_ counts: [String: Int]?) -> String {
    let parts = text.split(separator: "; ").map(String.init).compactMap { part -> String? in
      var isEmpty = false
      let words = part.replacing(/{([^}]*)}/) { found in
        guard let count = counts?[String(found.1)] else { return String(found.1) }
        isEmpty = isEmpty || count == 0
        return APICalls.Count(name: String(found.1), count: count).text
      }
      return isEmpty ? nil : words
    }
    return parts.isEmpty ? Self.nothing : parts.joined(separator: "; ")
  }
}
