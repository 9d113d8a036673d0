import Base
import Engines
import Foundation
import Testing
import Version

/// Tests every fault of a photo and of a list in every workload, alternating between engines. If the
/// environment variable `FAULT_MATRIX` is set, every engine is tested, and the matrix is written into the file
/// with that name, above its existing sections.
@Suite("Every fault × every workload", .timeLimit(.minutes(15)))
struct FaultMatrixTests {
  private struct Cell: Sendable {
    let fault: FaultCase
    let isList: Bool
    let workload: FaultedWorkload
    let engine: EngineName
  }

  @Test("Each run ends, names the reason, loses nothing, leaves nothing half written, and its counts add up")
  func matrix() async throws {
    let (faulty, bench) = (try await Faulty(), try FaultBench())
    let file = ProcessInfo.processInfo.environment["FAULT_MATRIX"]
    // There are five workloads and four engines, so the next fault meets each workload with another engine.
    var turn = 0
    let cells = [false, true].flatMap { isList in
      faulty.cases.filter { !isList || $0.listWords != nil }.flatMap { fault in
        FaultedWorkload.allCases.filter { $0 != fault.harmless }.flatMap { workload in
          defer { turn += 1 }
          let engines = EngineName.allCases
          return (file == nil ? [engines[turn % engines.count]] : engines).map {
            Cell(fault: fault, isList: isList, workload: workload, engine: $0)
          }
        }
      }
    }
    let flaws = Locked<[String: [String]]>([:])
    let next = Locked(cells[...])
    // Most of these tasks only wait.
    await withTaskGroup { group in
      for _ in 0..<64 {
        group.addTask {
          while let cell = next.withLock({ $0.popFirst() }) {
            let flaw = await Self.flaw(of: cell, bench)
            flaws.withLock {
              $0[Self.row(cell), default: []].append(
                flaw.map { "\(cell.workload), \(cell.engine): \($0)" } ?? "")
            }
          }
        }
      }
    }
    withExtendedLifetime(faulty) {}
    for (row, cells) in flaws.value {
      for flaw in cells where !flaw.isEmpty { Issue.record("\(row): \(flaw)") }
    }
    if let file {
      let others = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { page in
        page.range(of: "\n## ").map { page[$0.lowerBound...] }
      }
      let page = Self.table(faulty.cases, flaws.value) + (others ?? "")
      try Data(page.utf8).write(to: URL(fileURLWithPath: file))
    }
  }

  private static func row(_ cell: Cell) -> String {
    "\(cell.fault.name)\(cell.isList ? ", list" : "")\t\(cell.workload)"
  }

  /// Returns the problem with a run's result, or nil if it is as expected.
  private static func flaw(of cell: Cell, _ bench: FaultBench) async -> String? {
    let run: FaultedRun
    do { run = try await bench.run(cell.workload, cell.engine, cell.fault, isList: cell.isList) } catch {
      return "\(error)"
    }
    func names(_ text: String?, _ words: [String]?) -> Bool {
      words?.contains { text?.contains($0) == true } == true
    }
    if cell.isList {
      guard names(run.error, cell.fault.listWords) else { return "the reason is \(run.error ?? "not given")" }
      guard run.listed == 0, run.done == 0, run.reasons.isEmpty else { return "\(run)" }
      let left = run.files.filter { !$0.hasSuffix(".jsonl") }
      return left.isEmpty ? nil : "left \(left)"
    }
    guard run.error == nil else { return "ended with \(run.error ?? "")" }
    guard run.listed == 3, run.done == 2, run.reasons.count == 1 else { return "\(run)" }
    guard names(run.reasons[0], cell.fault.words) else { return "the reason is \(run.reasons[0])" }
    // The journal isn't compared.
    let files = run.files.filter { !$0.hasSuffix(".jsonl") }
    return files == expected(cell.workload, files) ? nil : "left \(run.files)"
  }

  /// Returns the files that are expected after two of three photos.
  private static func expected(_ workload: FaultedWorkload, _ found: [String]) -> [String] {
    switch workload {
    case .photos: ["a.png", "c.png"]
    case .thumbnails: ["house", "house/a.png", "house/c.png"]
    case .poster: ["poster.png"]
    case .scroll: ["0.png", "2.png"]
    case .download:
      // A partial file may be left, which the next batch can resume.
      (found.contains(".Image 2.partial") ? [".Image 2.partial"] : []) + ["Image 1.png", "Image 3.png"]
    }
  }

  /// Returns a Markdown table with a row per fault and a column per workload. Each cell has the number of
  /// engines that passed.
  private static func table(_ cases: [FaultCase], _ flaws: [String: [String]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let workloads = FaultedWorkload.allCases.map(\.rawValue)
    var text = """
      # Faults

      What goes wrong with a photo (first) and with the list (second): how many of the \(EngineName.allCases.count) engines end
      each workload with the reason named, the other photos done, nothing half written, and counts that add up. Made by
      `FAULT_MATRIX=Comparison/Results/faults.md swift test --filter FaultMatrixTests` at \(Version.commit ?? "unknown")\
      \(Version.isModified ? ", modified" : "").


      """
    text += line(["fault"] + workloads) + line(["---"] + workloads.map { _ in "---" })
    for fault in cases {
      let cells = workloads.map { workload in
        ["", ", list"].compactMap { kind -> String? in
          guard let results = flaws["\(fault.name)\(kind)\t\(workload)"] else { return nil }
          return "\(results.count(where: \.isEmpty))/\(EngineName.allCases.count)"
        }.joined(separator: ", ")
      }
      text += line([fault.name] + cells)
    }
    return text
  }
}
