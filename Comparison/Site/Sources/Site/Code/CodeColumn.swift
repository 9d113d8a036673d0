import Lessons
import Records
import Timelines

/// The highlighted code of one version, without its recording calls. Each line is tinted by its job.
struct CodeColumn {
  let record: RecordedVersion
  var version: Lesson.Version { record.version }
  let code: PlainCode
  /// The lines that the page shows.
  private let lines: [PlainCode.Line]
  /// The lines of the source, including its recording calls.
  private let source: [Substring]
  /// The numbers of the lines that have events. Only these lines have ids.
  private(set) var noted: Set<Int> = []
  /// The jobs that are tinted, in the same order for all columns.
  let jobs: [String]
  /// The names in the lesson's question and in the sentence about this version's difference. Their declarations are
  /// never folded.
  private let asked: Set<String>
  /// The code that this sentence names. Declarations that have it are never folded.
  private let differingCode: [String]
  /// The numbers of the lines that it points at: for each piece of code, the first line that has it.
  private let differing: Set<Int>

  /// The number of tints that a reader can tell apart.
  private static let most = 5

  /// The number of characters that fit on a line in every column, on a phone or a desktop.
  private static let narrowest = 38

  /// Returns the columns of a lesson or of its trap. A job is tinted if at least two columns name it.
  static func columns(_ lesson: Lesson, _ records: [RecordedVersion], _ stops: [Steps.Stop] = [])
    -> [CodeColumn]
  {
    let codes = records.map { lesson.plain($0.version) }
    let jobs = records.flatMap(\.jobs).unique.filter { name in
      codes.count { code in code.lines.contains { Self.job(of: $0.text[...], among: [name]) != nil } } > 1
    }.prefix(most)
    return records.indices.map { place in
      let stops = stops.compactMap { $0.code.dropFirst(place).first }
      return CodeColumn(lesson, records[place], codes[place], stops, jobs: Array(jobs))
    }
  }

  private init(
    _ lesson: Lesson, _ record: RecordedVersion, _ code: PlainCode, _ stops: [String], jobs: [String]
  ) {
    (self.record, self.code, self.jobs) = (record, code, jobs)
    let (content, version) = (lesson.content, record.version)
    let texts = [content.question, lesson.difference(version) ?? ""] + content.answers.map(\.text)
    asked = Set(texts.flatMap { $0.matches(of: /`(\w+)/) }.map { String($0.output.1) })
    source = lesson.source(version).split(separator: "\n", omittingEmptySubsequences: false)
    let lines = Self.shown(code, keepsIntent: version == .trap)
    self.lines = lines
    differingCode = lesson.differingCode(version)
    differing = Set(differingCode.compactMap { code in lines.first { $0.has(code) }?.number })
    noted = Set(record.timeline.moments.compactMap { $0.line.flatMap(line(of:))?.number })
    noted.formUnion(stops.compactMap { line(with: $0)?.number })
  }

  /// Returns the index of the first job that a line names, as a word of the code, as a string, or in a comment.
  private static func job(of line: Substring, among jobs: [String]) -> Int? {
    let tokens = SwiftTokens.of(line)
    for (place, token) in tokens.enumerated() {
      let name: Substring
      switch token.kind {
      // A call with a text, such as `show("…")`, may belong to any job.
      case .word where tokens[place...].prefix(3).map(\.kind) == [.word, .plain, .string]: continue
      case .word: name = token.text
      case .string: name = token.text.dropFirst().dropLast()
      case .comment: name = token.text.drop { "/ ".contains($0) }
      case .plain, .keyword: continue
      }
      if let job = jobs.firstIndex(of: String(name)) { return job }
    }
    return nil
  }

  /// Removes imports and the comment that reveals the outcome, and joins each multi-line comment into a single line,
  /// which the page wraps.
  /// - Parameter keepsIntent: Whether to keep the comment above the function, because it only states the intent.
  private static func shown(_ code: PlainCode, keepsIntent: Bool) -> [PlainCode.Line] {
    var result: [PlainCode.Line] = []
    for line in code.lines where !line.text.hasPrefix("import ") && !(result.isEmpty && line.text.isEmpty) {
      if line.text.hasPrefix("///"), !keepsIntent { continue }
      let indent = line.text.prefix { $0 == " " || $0 == "/" }
      if indent.hasSuffix("// "), let last = result.last, last.text.hasPrefix(indent) {
        result[result.count - 1] = .init(
          number: last.number, text: "\(last.text) \(line.text.dropFirst(indent.count))")
      } else {
        result.append(line)
      }
    }
    while result.last?.text.isEmpty == true { result.removeLast() }
    return result
  }

  /// Returns the statement that an event of this line is about. The statement comes after the recording call, with
  /// two exceptions: suspending is recorded afterwards, and cancelling may be. Nil for what happens below the code that
  /// is shown.
  private func line(of number: Int) -> PlainCode.Line? {
    let statements = lines.filter { line in
      let text = line.text.drop { $0 == " " }
      return text.contains(where: \.isLetter) && !text.hasPrefix("//")
    }
    let next = statements.first { $0.number >= number }
    guard let last = statements.last(where: { $0.number < number }) else { return next }
    let recording = source.indices.contains(number - 1) ? source[number - 1] : ""
    let isDone =
      recording.contains("diary.suspended(") && last.number == number - 1 && !last.text.hasSuffix("{")
      || recording.contains("diary.cancelled(") && last.text.contains(".cancel")
        && next?.text.contains(".cancel") != true
    return isDone ? last : next
  }

  /// Returns the first line with some code.
  func line(with code: String) -> PlainCode.Line? { code.isEmpty ? nil : lines.first { $0.has(code) } }

  /// Returns the id of a line, such as `gcd-12`: that with some code, or otherwise that of an event of this source line.
  func id(_ line: Int?, of code: String? = nil) -> String? {
    (code.flatMap(self.line(with:)) ?? line.flatMap(self.line(of:))).map { "\(version.id)-\($0.number)" }
  }

  /// Returns the column as HTML.
  /// - Parameter helpers: The lessons' own names. Each is explained where it is first used.
  func html(helpers: [String: Glossary.Helper] = [:], links: Links = Links(repository: nil)) -> Markup {
    var helpers = helpers.filter { name, _ in
      !["class \(name)", "actor \(name)", "func \(name)("].contains(where: code.text.contains)
    }
    func row(_ line: PlainCode.Line, _ html: (Substring) -> Markup) -> Markup {
      let indent = line.text.prefix { $0 == " " }.count
      var classes: [String] = []
      // Only deeply indented lines that may wrap need their indentation as a class.
      if indent > 4, line.text.count > Self.narrowest { classes.append("i\(min(indent, 12))") }
      if let job = Self.job(of: line.text[...], among: jobs) { classes.append("t\(job + 1)") }
      if line.text.drop(while: { $0 == " " }).hasPrefix("//") { classes.append("said") }
      if line.text.contains("// Wrong: ") { classes.append("fault") }
      if differing.contains(line.number) { classes.append("differs") }
      let look: Markup? = classes.isEmpty ? nil : #" class="\#(classes.joined(separator: " "))""#
      let id = noted.contains(line.number) ? "\(version.id)-\(line.number)" : nil
      return "<span\(look)\(id.map { #" id="\#($0)""# as Markup })>\(html(line.text[...]))</span>"
    }
    func rows(_ lines: ArraySlice<PlainCode.Line>) -> Markup {
      "<pre><code>\(lines.map { row($0) { "\(Self.html($0, &helpers, links))\n" } })</code></pre>"
    }
    func fold(_ lines: ArraySlice<PlainCode.Line>, _ summary: Markup) -> Markup {
      """
      <details><summary data-more="\(lines.count) lines">\(summary)</summary>\(rows(lines))</details>
      """
    }
    let parts = FoldedCode(lines) { head, lines in
      !lines.contains(where: isPoint) && asked.isDisjoint(with: head.split { !$0.isLetter }.map(String.init))
    }.parts.map { part -> Markup in
      switch part {
      case .open(let lines):
        runs(of: lines).map { $0.isFolded ? fold($0.lines, "…") : rows($0.lines) }.joined()
      // A link within a summary would be a button within a button.
      case .folded(let head, let rest): fold(rest[...], "<code>\(row(head, SwiftTokens.html))</code>")
      }
    }
    return #"<div class="code" role="group" aria-label="\#(version.rawValue)">\#(parts)</div>"#
  }

  /// Whether a line has an event, a mistake, or code that the difference of this version names.
  private func isPoint(_ line: PlainCode.Line) -> Bool {
    noted.contains(line.number) || line.text.contains("// Wrong: ") || differingCode.contains { line.has($0) }
  }

  /// The minimum number of lines that are folded within a declaration.
  private static let leastFolded = 5

  /// Splits lines into runs. A run is folded if it is long and no line that has the point is beside or within it.
  private func runs(of lines: [PlainCode.Line]) -> [(lines: ArraySlice<PlainCode.Line>, isFolded: Bool)] {
    func indent(_ place: Int) -> Int { lines[place].text.prefix { $0 == " " }.count }
    var isShown = lines.map { $0.text.contains("func \(version)(") }
    for place in lines.indices where isPoint(lines[place]) {
      for near in max(0, place - 1)...min(lines.count - 1, place + 1) { isShown[near] = true }
      var inner = indent(place)
      for above in lines.indices[..<place].reversed()
      where !lines[above].text.isEmpty && indent(above) < inner {
        // The end of a list of parameters, and a lone brace, belong to the line that begins the declaration.
        let isTail = lines[above].text.drop { $0 == " " }.first.map { ")>{".contains($0) } ?? false
        (isShown[above], inner) = (true, indent(above) + (isTail ? 1 : 0))
      }
    }
    func runs() -> [Range<Int>] {
      let starts = lines.indices.filter { $0 == 0 || isShown[$0] != isShown[$0 - 1] }
      return zip(starts, starts.dropFirst() + [lines.count]).map { $0..<$1 }
    }
    for place in runs().filter({ $0.count < Self.leastFolded }).joined() { isShown[place] = true }
    return runs().map { (lines[$0], !isShown[$0.lowerBound]) }
  }

  /// Returns a line with an explanation of each helper, and removes these from `helpers`.
  private static func html(_ line: Substring, _ helpers: inout [String: Glossary.Helper], _ links: Links)
    -> Markup
  {
    let tokens = SwiftTokens.of(line)
    return tokens.enumerated().map { place, token -> Markup in
      let name = String(token.text)
      let next = place + 1 < tokens.count ? tokens[place + 1].text : ""
      let isMember = place > 0 && tokens[place - 1].text == "."
      // A function's name may also be that of a parameter.
      guard token.kind == .word, !isMember, name.first?.isUppercase == true || next == "(",
        let helper = helpers.removeValue(forKey: name)
      else { return SwiftTokens.html(token) }
      return #"<a class=note href="\#(links.up(helper.address))" title="\#(helper.meaning)">\#(name)</a>"#
    }.joined()
  }
}
