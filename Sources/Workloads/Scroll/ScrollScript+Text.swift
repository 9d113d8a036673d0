import PhotoLists

/// What is wrong with a script, and in which line.
public struct ScrollScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first is 1.
  public let line: Int
  public let text: String

  public var description: String {
    "line \(line), “\(Printable.text(text, limit: 80))”, is none of: scroll to ROW in SECONDS; rest SECONDS; "
      + "memory warning; # a comment"
  }
}

extension ScrollScript {
  /// Reads a script, a step a line:
  ///
  ///     # down, and back
  ///     scroll to 120 in 0.4
  ///     rest 1.5
  ///     memory warning
  public init(text: String) throws(ScrollScriptError) {
    steps = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      guard let step = Step(words) else { throw ScrollScriptError(line: index + 1, text: String(line)) }
      steps.append(step)
    }
  }

  /// The script as a text that reads back the same.
  public var text: String {
    steps.map { step in
      switch step {
      case .scroll(let row, let seconds): "scroll to \(row) in \(seconds)\n"
      case .rest(let seconds): "rest \(seconds)\n"
      case .memoryWarning: "memory warning\n"
      }
    }.joined()
  }
}

extension ScrollScript.Step {
  fileprivate init?(_ words: [String]) {
    if words == ["memory", "warning"] {
      self = .memoryWarning
    } else if words.count == 2, words[0] == "rest", let seconds = seconds(words[1]) {
      self = .rest(seconds: seconds)
    } else if words.count == 5, words[0...1] == ["scroll", "to"], words[3] == "in",
      let row = Int(words[2]), row >= 0, let seconds = seconds(words[4])
    {
      self = .scroll(to: row, seconds: seconds)
    } else {
      return nil
    }
  }
}

/// An hour at most: what is longer is a slip.
private func seconds(_ word: String) -> Double? {
  Double(word).flatMap { (0...3600).contains($0) ? $0 : nil }
}
