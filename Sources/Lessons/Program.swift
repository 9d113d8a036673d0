extension Lesson {
  /// What a version uses of the lessons' own types and functions, and what these use: a gate, a lock, a base class.
  public func helpers(_ version: Version) -> [Declarations.One] {
    let code = plain(version).text
    let own = Set(Declarations(code).all.filter(\.conformances.isEmpty).map(\.name))
    // Lesson 19 has the base class, and what that needs.
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

  /// A version as one file that needs nothing of this package: `main.swift`. It prints the jobs that begin, and what it
  /// shows, and ends.
  public func program(_ version: Version) -> String {
    let code = plain(version).text
    let body = code.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    let imports = Declarations(code).imports.union(["Foundation", "Synchronization"]).sorted()
      .map { "import \($0)\n" }.joined()
    let helpers = helpers(version).map { $0.text + "\n" }
    return """
      // \(title), with \(version.rawValue).
      // swiftc -swift-version 6 main.swift && ./main

      \(imports)
      \(body)
      // What the lesson uses.

      \(([Self.shown] + helpers).joined(separator: "\n"))
      \(Self.start(version))

      """
  }

  /// The words of the code, without comments.
  private static func words(_ text: String) -> Set<String> {
    let code = text.replacing(/\/\/.*|@available.*/, with: "")
    return Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  /// In place of what the diary has of it.
  private static let shown = """
    func show(_ text: String) { print(text) }
    func show(_ name: String, _ value: Int) { print("\\(name): \\(value)") }
    let manyJobs = 20_000

    """

  private static func start(_ version: Version) -> String {
    switch version {
    case .gcd, .operation:
      """
      // The main thread is left to the main queue.
      Thread.detachNewThread {
        \(version == .gcd ? "gcd" : "operation")()
        exit(0)
      }
      dispatchMain()
      """
    case .tasks: "await tasks()"
    }
  }
}

/// They print what they record.
private let allHelpers: [Declarations.One] = {
  let baseClass = lessons.first { $0.number == 19 }.map { $0.plain(.operation).text } ?? ""
  let printing = helpers.replacing(/(?:let )?span = diary\.begin\((.+), line: line\)/) {
    "print(\($0.output.1))"
  }
  let code = PlainCode(printing).text.split(separator: "\n", omittingEmptySubsequences: false)
    .filter {
      !$0.contains("private let line: Int") && !$0.contains("self.line = line") && !$0.contains(": OpenSpan")
    }
    .joined(separator: "\n").replacing(", line: Int = #line", with: "").replacing(", line: line", with: "")
  let own = ["operation", "Download"]
  return Declarations(code).all + Declarations(baseClass).all.filter { !own.contains($0.name) }
}()
