/// A lesson's code without its recording: the code that a reader would write.
///
/// It has no statements that use the diary or its spans, no `diary.span("…") { … }` around a body, no empty blocks,
/// and no import of `LessonKit`. The remaining lines keep their numbers. If only the recording named a job, a
/// comment keeps its name, so that readers find it.
public struct PlainCode: Sendable {
  public struct Line: Sendable, Equatable {
    /// The line's number in the file, from 1.
    public let number: Int
    public fileprivate(set) var text: String

    public init(number: Int, text: String) { (self.number, self.text) = (number, text) }

    /// Returns whether the line has this code as whole words, outside of a comment.
    public func has(_ code: String) -> Bool {
      let tokens = SwiftTokens.of(text[...]).filter { $0.kind != .comment }
      return PlainCode.mentions(code[...], tokens.map(\.text).joined())
    }
  }

  public let lines: [Line]

  /// Removes the recording from a lesson's source.
  /// - Parameter keepsSpans: Whether spans stay, for a program that prints their names.
  public init(_ source: String, keepsSpans: Bool = false) {
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { Line(number: $0 + 1, text: String($1)) }
    let lines = Self.withoutNames(Self.tidy(Self.withoutRecording(all[...], keepsSpans)))
    self.lines = keepsSpans ? lines : Self.named(lines, by: all)
  }

  public var text: String { lines.map { $0.text + "\n" }.joined() }

  private static func withoutRecording(_ lines: ArraySlice<Line>, _ keepsSpans: Bool) -> [Line] {
    var result: [Line] = []
    var rest = lines
    while let line = rest.first {
      let code = line.text.drop { $0 == " " }
      if isRecording(code) || !keepsSpans && isOpenSpan(code) {
        rest = rest.dropFirst(lineCount(ofCallIn: rest))
      } else if !keepsSpans, let body = spanBody(rest) {
        result += withoutRecording(body, keepsSpans)
          .map { Line(number: $0.number, text: dedented($0.text)) }
        rest = rest.dropFirst(body.count + 2)
      } else {
        result.append(Line(number: line.number, text: keepsSpans ? line.text : withoutSpans(line.text)))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Returns whether the statement that begins here is only for recording.
  private static func isRecording(_ code: Substring) -> Bool {
    if ["import LessonKit", "import Lesson19"].contains(code) { return true }
    if code.hasPrefix("for "), code.contains("{ diary."), code.hasSuffix(") }") { return true }
    return ["note", "submitted", "depends", "cancelled", "suspended", "resumed", "figure"].contains {
      code.hasPrefix("diary.\($0)(")
    }
  }

  /// Returns whether the statement only begins or ends a span.
  private static func isOpenSpan(_ code: Substring) -> Bool {
    code.contains("span = diary.begin(") || code.hasPrefix("span.end(")
  }

  /// Returns the number of lines that a call spans, up to its closing parenthesis.
  private static func lineCount(ofCallIn lines: ArraySlice<Line>) -> Int {
    var depth = 0
    for (count, line) in lines.enumerated() {
      depth += line.text.count { $0 == "(" } - line.text.count { $0 == ")" }
      if depth <= 0 { return count + 1 }
    }
    return lines.count
  }

  /// Returns the lines between `diary.span("…") {` and `}`, or nil if the first line doesn't begin a span.
  private static func spanBody(_ lines: ArraySlice<Line>) -> ArraySlice<Line>? {
    guard let first = lines.first, first.text.contains("diary."),
      first.text.wholeMatch(of: /\ *(try )?(await )?diary\.span\(.*\) \{/) != nil
    else { return nil }
    let end = first.text.prefix { $0 == " " } + "}"
    return lines.firstIndex { $0.text == end }.map { lines[(lines.startIndex + 1)..<$0] }
  }

  private static func spanName(_ line: String) -> Substring? {
    // Few lines have a span, and looking for a pattern takes much longer than for a text.
    guard line.contains("diary.span(") else { return nil }
    return line.firstMatch(of: /diary\.span\((.+?)\) \{/)?.output.1
  }

  /// Appends the names of spans that the code doesn't mention, as comments. A comment follows the line that opens the
  /// span's closure, or else the first line of its body.
  private static func named(_ lines: [Line], by source: [Line]) -> [Line] {
    var lines = lines
    let comment = /\/\/.*/
    let code = lines.map { $0.text.replacing(comment, with: "") + "\n" }.joined()
    for span in source {
      guard let literal = spanName(span.text), literal.hasPrefix("\""),
        var place = lines.firstIndex(where: { $0.number >= span.number })
      else { continue }
      // A comment can't have a value: “worker …” stands for "worker \(number)".
      let name = literal.dropFirst().dropLast()
      guard !mentions(name, code) else { continue }
      let shown = name.replacing(#/\\\([^)]*\)/#, with: "…")
      if lines[place].number > span.number {
        let isOpened = place > 0 && lines[place - 1].text.contains(/\{(?: .* in)?$/)
        let body = lines[place...].firstIndex { !$0.text.contains(/^ *\/\//) }
        place = isOpened ? place - 1 : body ?? place
      }
      lines[place].text += "  // \(shown)"
    }
    return lines
  }

  /// Returns whether code has a name as whole words.
  private static func mentions(_ name: Substring, _ code: String) -> Bool {
    code.ranges(of: name).contains { range in
      [code[..<range.lowerBound].last, code[range.upperBound...].first].allSatisfy { $0?.isInName != true }
    }
  }

  /// Replaces `await diary.span("…") { BODY }` within a line with its body.
  private static func withoutSpans(_ line: String) -> String {
    guard line.contains("diary."), let call = line.firstRange(of: /(?:try )?(?:await )?diary\.span\(/),
      let open = line[call.upperBound...].firstRange(of: /\) \{/)
    else { return line }
    var depth = 1
    var end = open.upperBound
    while end < line.endIndex {
      if line[end] == "{" { depth += 1 }
      if line[end] == "}" { depth -= 1 }
      if depth == 0 { break }
      end = line.index(after: end)
    }
    guard depth == 0 else { return line }
    var body = line[open.upperBound..<end]
    while body.first == " " { body = body.dropFirst() }
    while body.last == " " { body = body.dropLast() }
    return withoutSpans("\(line[..<call.lowerBound])\(body)\(line[end...].dropFirst())")
  }

  /// Replaces loop variables with `_` if only the recording used them.
  private static func withoutNames(_ lines: [Line]) -> [Line] {
    lines.enumerated().map { place, line in
      guard line.text.contains("for "), let name = line.text.firstMatch(of: #/^ *for (\w+) in /#)?.output.1
      else { return line }
      let end = line.text.prefix { $0 == " " } + "}"
      let rest = line.text.split(separator: " in ", maxSplits: 1).last.map(String.init) ?? ""
      let body = lines[(place + 1)...].prefix { $0.text != end }.map(\.text) + [rest]
      let isUsed = body.contains { $0.names.contains(name) }
      return isUsed
        ? line : Line(number: line.number, text: line.text.replacing("for \(name) in", with: "for _ in"))
    }
  }

  private static func dedented(_ text: String) -> String {
    String(text.dropFirst(text.hasPrefix("  ") ? 2 : 0))
  }

  /// Removes loops that have become empty, and blank lines that separate nothing.
  private static func tidy(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    for line in lines {
      let code = line.text.drop { $0 == " " }
      if code.hasPrefix("}") || code.isEmpty, result.last?.text.isEmpty ?? true { result = result.dropLast() }
      if code == "}", let last = result.last, last.text.drop(while: { $0 == " " }).hasPrefix("for "),
        last.text.hasSuffix("{")
      {
        result.removeLast()
      } else if !(code.isEmpty && (result.last?.text.hasSuffix("{") ?? true)) {
        result.append(line)
      }
    }
    return result
  }
}
