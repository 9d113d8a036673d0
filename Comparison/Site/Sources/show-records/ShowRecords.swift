import Foundation
import Records

/// Stores the given records in `Comparison/Results`, and shows all stored records on the repository's pages.
///
///     show-records [RECORD.json ...]
///     show-records --lessons [LESSON]
///
/// Runs in a clone of the repository. RECORD.json is the output of `pipeline compare --record`. `--lessons` runs all
/// lessons many times, or the one with the number LESSON, and stores their record.
@main struct ShowRecords {
  static func main() {
    // Lessons use the main queue, and block the thread that runs them.
    Thread.detachNewThread {
      do { try run(Array(CommandLine.arguments.dropFirst())) } catch { fail("\(error)") }
      exit(0)
    }
    RunLoop.main.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
    RunLoop.main.run()
  }

  private static func run(_ arguments: [String]) throws {
    let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let comparisons = RecordedComparisons(clone: clone)
    if arguments.first == "--lessons" {
      try write(
        RecordedLessons.recorded(arguments.dropFirst().first.flatMap { Int($0) }, clone: clone), to: clone)
    } else {
      for path in arguments {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        do { try write(try comparisons.kept(data), to: clone) } catch { fail("\(path): \(error)") }
      }
    }
    try write(try comparisons.shown(), to: clone)
  }

  private static func write(_ files: [String: Data], to clone: URL) throws {
    for (path, data) in files.sorted(by: { $0.key < $1.key }) {
      let file = clone.appendingPathComponent(path)
      guard (try? Data(contentsOf: file)) != data else { continue }
      try data.write(to: file, options: .atomic)
      print("written: \(path)")
    }
  }

  private static func fail(_ why: String) -> Never {
    FileHandle.standardError.write(Data("show-records: \(why)\n".utf8))
    exit(1)
  }
}
