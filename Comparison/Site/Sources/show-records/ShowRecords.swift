import Foundation
import Records
import Site

/// Stores the given records in `Comparison/Results`, and shows all stored records on the repository's pages, or as a
/// static site with the lessons and the decision.
///
///     show-records [RECORD.json ...]
///     show-records --lessons [LESSON]
///     show-records --site FOLDER [ADDRESS]
///
/// Runs in a clone of the repository. RECORD.json is the output of `pipeline compare --record`. `--lessons` runs all
/// lessons many times, or the one with the number LESSON, and stores their record. ADDRESS is the repository's address,
/// for links to sources.
@main struct ShowRecords {
  private static let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static var clone: Clone { Clone(folder) }

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
    let comparisons = RecordedComparisons(clone)
    switch arguments.first {
    case "--site": return try writeSite(arguments.dropFirst())
    case "--lessons":
      try write(RecordedLessons.recorded(arguments.dropFirst().first.flatMap { Int($0) }, clone))
    default:
      for path in arguments {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        do { try write(try comparisons.kept(data)) } catch { fail("\(path): \(error)") }
      }
    }
    try write(try comparisons.shown())
  }

  private static func write(_ files: [String: Data]) throws {
    for (path, data) in files.sorted(by: { $0.key < $1.key }) {
      let file = folder.appendingPathComponent(path)
      guard (try? Data(contentsOf: file)) != data else { continue }
      try data.write(to: file, options: .atomic)
      print("written: \(path)")
    }
  }

  private static func writeSite(_ arguments: ArraySlice<String>) throws {
    guard let folder = arguments.first, arguments.count <= 2 else { fail("--site FOLDER [ADDRESS]") }
    let address = arguments.dropFirst().first
    guard address?.hasPrefix("https://") != false else {
      fail("the repository's address begins with https://, unlike \(address ?? "")")
    }
    let place = try SiteFolder(folder)
    let files = try Site(clone, repository: address).files()
    try place.write(files)
    print("\(files.count) files, \(files.values.reduce(0) { $0 + $1.count } / 1000) kB → \(folder)")
  }

  private static func fail(_ why: String) -> Never {
    FileHandle.standardError.write(Data("show-records: \(why)\n".utf8))
    exit(1)
  }
}
