import Foundation
import Records

/// Stores the given records in `Comparison/Results`, and shows all stored records on the repository's pages.
///
///     show-records [RECORD.json ...]
///
/// Runs in a clone of the repository. RECORD.json is the output of `pipeline compare --record`.
@main struct ShowRecords {
  static func main() {
    let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let comparisons = RecordedComparisons(clone: clone)
    do {
      for path in CommandLine.arguments.dropFirst() {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        do { try write(try comparisons.kept(data), to: clone) } catch { fail("\(path): \(error)") }
      }
      try write(try comparisons.shown(), to: clone)
    } catch {
      fail("\(error)")
    }
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
