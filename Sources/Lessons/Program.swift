extension Lesson {
  /// Returns the helper types and functions that a version needs, such as a gate, a lock or a base class.
  public func helpers(_ version: Version) -> [Declarations.One] {
    let code = Self.printing(source(version))
    let own = Set(Declarations(code).all.filter(\.conformances.isEmpty).map(\.name)).union(
      Self.declared(code))
    // Lesson 19 itself contains the base class and its dependencies, so they aren't added again.
    var rest = allHelpers.filter { !own.contains($0.name) && !code.contains($0.text) }
    var used: [Declarations.One] = []
    var words = Self.words(code)
    while let next = rest.firstIndex(where: { words.isSuperset(of: [$0.name] + $0.conformances) }) {
      let helper = rest.remove(at: next)
      words.formUnion(Self.words(helper.text))
      used.append(helper)
    }
    return used
  }

  /// Returns a version as a standalone `main.swift`. When run, the program prints the name of each job as it begins
  /// and everything that the lesson shows, and then ends. It compiles and runs with and without the main actor as the
  /// default isolation.
  public func program(_ version: Version) -> String {
    let code = Self.printing(source(version))
    let body = code.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    let imports = Declarations(code).imports.union(["Foundation", "Synchronization"]).sorted()
      .map { "import \($0)\n" }.joined()
    let helpers = helpers(version).map { Self.nonisolated($0.text) + "\n" }
    return """
      // \(title)\(version == .trap ? ": the trap" : ", with \(version.rawValue)").
      // swiftc -swift-version 6 main.swift && ./main

      \(imports)
      \(body)
      // The helpers of this lesson.

      \(helpers.joined(separator: "\n"))
      await \(version)()

      """
  }

  /// Returns code whose spans print their names and are otherwise no longer recorded.
  fileprivate static func printing(_ source: String) -> String {
    PlainCode(source, keepsSpans: true).text.replacing("diary.span(", with: "span(")
      .replacing("diary.begin(", with: "OpenSpan(").replacing(", line: Int = #line", with: "")
      .replacing(", line: line", with: "").replacing("(line: line)", with: "()")
  }

  /// Makes a helper usable on any thread, even if the project's default isolation is the main actor.
  private static func nonisolated(_ helper: String) -> String {
    // A literal is parsed each time it is evaluated, so these aren't in the closure.
    let access = /\b(?:public|open) (?=[a-z]+ |init\()/
    let declaration = /^(?:final|class|struct|protocol|func|let)\b/
    return helper.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let bare = line.replacing(access, with: "")
      return bare.contains(declaration) ? "nonisolated " + bare : String(bare)
    }.joined(separator: "\n")
  }

  /// Returns the names of the code's variables and constants, including local ones.
  private static func declared(_ text: String) -> Set<String> {
    Set(text.matches(of: /\b(?:let|var) (\w+)/).map { String($0.output.1) })
  }

  /// Returns the words of the code, without comments.
  private static func words(_ text: String) -> Set<String> {
    Set(text.replacing(/\/\/.*|@available.*/, with: "").names.map(String.init))
  }
}

/// The helpers, which print instead of recording in a diary.
private let allHelpers: [Declarations.One] = {
  let shown = """
    /// A job that has begun. Its name is printed.
    public struct OpenSpan: Sendable {
      public static let (starts, ends) = (Events(), Events())
      private let job: String

      public init(_ job: String) {
        self.job = job
        print(job)
        Self.starts.add(job)
      }
      public func end() { Self.ends.add(job) }
    }

    /// Runs a job's body.
    public func span<Result>(
      _ job: String, _ body: () throws -> Result
    ) rethrows -> Result {
      let span = OpenSpan(job)
      defer { span.end() }
      return try body()
    }

    /// Runs a job's asynchronous body in the caller's isolation.
    @_disfavoredOverload public func span<Result>(
      _ job: String, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      let span = OpenSpan(job)
      defer { span.end() }
      return try await body()
    }

    /// Returns when a job has started.
    public func started(_ job: String, times: Int = 1) async {
      await OpenSpan.starts.happened(job, times: times)
    }

    /// Returns when each of these jobs has ended, or the text has been shown.
    public func ended(_ names: String..., times: Int = 1) async {
      for name in names { await OpenSpan.ends.happened(name, times: times) }
    }

    /// Blocks a job's thread until another job has ended, or the text or figure has been shown.
    public func waitUntilEnded(_ name: String) { OpenSpan.ends.wait(for: name) }

    /// Shows a text to the user.
    public func show(_ text: String) {
      print(text)
      OpenSpan.ends.add(text)
    }

    /// Shows a figure to the user.
    public func show(_ name: String, _ value: Int) {
      print("\\(name): \\(value)")
      OpenSpan.ends.add(name)
    }

    /// The number of jobs in lessons about the cost of many.
    public let manyJobs = 20_000

    """
  let baseClass = lessons.first { $0.number == 19 }.map { $0.plain(.operation).text } ?? ""
  let code = Lesson.printing(helpers).split(separator: "\n", omittingEmptySubsequences: false)
    .filter { !$0.contains("private let line: Int") && !$0.contains("self.line = line") }
    .joined(separator: "\n")
  let own = ["operation", "Download"]
  return Declarations(shown).all + Declarations(code).all
    + Declarations(baseClass).all.filter { !own.contains($0.name) }
}()
