import Foundation
import Site

/// Writes a static site with the lessons, the decision and the comparisons, from their records.
///
///     make-site FOLDER [ADDRESS]
///
/// Runs in a clone of the repository. ADDRESS is the repository's address, for links to sources.
@main struct MakeSite {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2 else { fail("make-site FOLDER [ADDRESS]") }
    let address = arguments.dropFirst().first
    guard address?.hasPrefix("https://") != false else {
      fail("the repository's address begins with https://, unlike \(address ?? "")")
    }
    do {
      let place = try SiteFolder(folder)
      let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      let files = try Site(clone: clone, repository: address).files()
      try place.write(files)
      let bytes = files.values.reduce(0) { $0 + $1.count }
      print("\(files.count) files, \(bytes / 1000) kB → \(folder)")
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ why: String) -> Never {
    FileHandle.standardError.write(Data("make-site: \(why)\n".utf8))
    exit(1)
  }
}
