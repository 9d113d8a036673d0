import LessonKit
import Testing

import class TestSupport.Folder

/// The settings of a reader's project: plain Swift 6, and the defaults of a new Xcode 26 project in both language modes.
enum Project: CaseIterable {
  case swift6, xcode5, xcode6

  private var flags: [String] {
    let defaults = [
      "-default-isolation", "MainActor", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      "-enable-upcoming-feature", "InferIsolatedConformances",
    ]
    // The rest of “Approachable Concurrency”, which Swift 6 mode has anyway.
    let others = [
      "InferSendableFromCaptures", "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
    ].flatMap { ["-enable-upcoming-feature", $0] }
    return ["-swift-version", self == .xcode5 ? "5" : "6"] + (self == .swift6 ? [] : defaults)
      + (self == .xcode5 ? others : [])
  }

  /// Returns whether a program whose file is `main.swift` compiles without a message. Blocks the calling thread.
  func accepts(_ program: String) -> Bool {
    guard let folder = try? Folder() else { return false }
    try? folder.write(program, to: "main.swift")
    return output(["swiftc", "-typecheck"] + flags + [folder.path + "/main.swift"]) == ""
  }

  /// Compiles a program, and returns the folder that it is in and the compiler's messages.
  func compile(_ source: String) async throws -> (folder: Folder, said: String) {
    let folder = try Folder()
    try folder.write(source, to: "Program.swift")
    let (file, program) = (folder.path + "/Program.swift", folder.path + "/program")
    let command = ["swiftc"] + flags + ["-parse-as-library", file, "-o", program]
    return (folder, await onOwnThread { output(command) })
  }

  /// Compiles a program, which must cause no messages.
  /// - Parameter use: Called with the program's path. It may block.
  func compiling<Result: Sendable>(
    _ source: String, _ use: @escaping @Sendable (_ program: String) -> Result
  ) async throws -> Result {
    let (folder, said) = try await compile(source)
    #expect(said == "")
    return await onOwnThread { use(folder.path + "/program") }
  }
}

extension LessonRuns {
  /// Tests of the overview pages' statements, some with a compiled program.
  @Suite struct ProjectLessons {
    @Test(
      "1, 3, 21, 24, 29. By Xcode 26's defaults, unmarked functions stay on the main actor in child tasks; @concurrent ones leave it",
      arguments: Project.allCases)
    func whereFunctionsRun(project: Project) async throws {
      let onMain = try await project.compiling(functions) { output([$0]) }.split(separator: "\n").sorted()
      let staying = [
        "nonisolated, awaited", "unmarked, Task in the background", "unmarked, async let",
        "unmarked, awaited", "unmarked, child task", "unmarked, detached",
      ]
      #expect(onMain.map(String.init) == ["computed in Task"] + (project == .swift6 ? [] : staying))
    }

    @Test(
      "1, 3, 10, 22, 29. Closures for the main queue are on the main actor, and with @Sendable they don't compile",
      arguments: Project.allCases)
    func mainQueueClosures(project: Project) async throws {
      let shown = try await project.compiling(screen) { output([$0]) }
      #expect(shown == "async item notify operation task timer\n")
      // An operation's closure is `@Sendable` already. Swift 5 mode may only warn.
      let sendable = screen.replacing("{ self", with: "{ @Sendable in self")
        .replacing(/MainActor.assumeIsolated \{ @Sendable in (.*) \}/) { $0.output.1 }
      let refused = try await project.compile(sendable).said
        .matches(of: /:\d+:\d+: (?:error|warning): call to main actor-isolated instance method 'show'/)
      #expect(refused.count == 4)
    }

    @Test("16, 26, tasks. While main-actor code blocks to wait for its task, the task doesn't begin")
    @MainActor
    func waitsForItsTask() {
      let begun = Gate()
      Task { begun.open() }
      #expect(!begun.wait(milliseconds: 50))
    }

    @Test("27, tasks. An event after a confirmation's closure has returned is missing")
    func lateConfirmation() async {
      await withKnownIssue {
        var late: Confirmation?
        await confirmation { late = $0 }
        late?()
      }
    }
  }
}

/// A program that prints each call on the main actor.
private let functions = """
  import Dispatch

  private nonisolated let key = DispatchSpecificKey<Bool>()

  nonisolated func note(_ name: String) {
    if DispatchQueue.getSpecific(key: key) == true { print(name) }
  }

  func unmarked(_ name: String) async { note("unmarked, \\(name)") }
  nonisolated func nonisolated(_ name: String) async { note("nonisolated, \\(name)") }
  nonisolated func computes(_ name: String) { note("computed in \\(name)") }
  @concurrent func concurrent(_ name: String) async { note("@concurrent, \\(name)") }

  @main struct Program {
    @MainActor static func main() async {
      DispatchQueue.main.setSpecific(key: key, value: true)
      await unmarked("awaited")
      await nonisolated("awaited")
      await concurrent("awaited")
      async let unmarkedChild: Void = unmarked("async let")
      async let child: Void = concurrent("async let")
      _ = await (unmarkedChild, child)
      await withTaskGroup { group in
        group.addTask { await unmarked("child task") }
        group.addTask { await nonisolated("child task") }
        group.addTask { await concurrent("child task") }
        group.addTask { computes("child task") }
      }
      await Task { computes("Task") }.value
      await Task { @concurrent in computes("Task marked @concurrent") }.value
      await Task(priority: .background) { await unmarked("Task in the background") }.value
      await Task.detached { await unmarked("detached") }.value
    }
  }
  """

/// A program whose screen is updated by each kind of closure for the main queue.
private let screen = """
  import Foundation

  @MainActor final class Screen {
    private var shown: [String] = []
    private var timer: (any DispatchSourceTimer)?

    func show(_ name: String) {
      shown.append(name)
      guard shown.count == 6 else { return }
      print(shown.sorted().joined(separator: " "))
      exit(0)
    }

    func start() {
      DispatchQueue(label: "filters").async { DispatchQueue.main.async { self.show("async") } }
      DispatchQueue.main.async(execute: DispatchWorkItem { self.show("item") })
      DispatchGroup().notify(queue: .main) { self.show("notify") }
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now())
      timer.setEventHandler { self.show("timer") }
      timer.activate()
      self.timer = timer
      OperationQueue.main.addOperation { MainActor.assumeIsolated { self.show("operation") } }
      Task { @MainActor in self.show("task") }
    }
  }

  @main struct Program {
    @MainActor static func main() {
      Screen().start()
      dispatchMain()
    }
  }
  """
