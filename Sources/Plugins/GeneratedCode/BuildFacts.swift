import Foundation
import PackagePlugin

extension GeneratedCode {
  /// Returns the command that generates Swift from the commit and the compiler version, so that the program
  /// knows them.
  ///
  /// SwiftPM runs the command again whenever one of its inputs has changed: a source file, or the files that git
  /// writes for a new commit.
  func buildFacts(_ context: PluginContext) throws -> Command {
    let folder = context.package.directoryURL
    let sources = Self.sources.map { folder.appending(path: $0) }
    let archived = folder.appending(path: ".git_archival.txt")
    let compiler = try context.tool(named: "swiftc").url
    let script = folder.appending(path: "Sources/Plugins/build-facts.sh")
    let made = context.pluginWorkDirectoryURL.appending(path: "BuildFacts.swift")
    return .buildCommand(
      displayName: "Noting the commit and the compiler",
      executable: URL(filePath: "/bin/sh"),
      arguments: ([script, made, compiler, folder, archived] + sources)
        .map { $0.path(percentEncoded: false) },
      inputFiles: ([compiler, archived] + gitFiles(of: folder) + sources.flatMap(files)).filter(exists),
      outputFiles: [made])
  }

  /// The files and folders that the programs are built from.
  private static let sources = [
    "Package.swift", "Sources", "Comparison/LessonKit", "Comparison/Lessons", "Comparison/Benchmarks/Sources",
  ]

  /// Returns the files that change when another commit is made or checked out.
  private func gitFiles(of folder: URL) -> [URL] {
    let git = folder.appending(path: ".git")
    // In a linked worktree, `.git` is a file that names the folder.
    let link = try? String(contentsOf: git, encoding: .utf8).trimmingCharacters(in: .newlines)
    let place = link.map { URL(filePath: String($0.dropFirst("gitdir: ".count)), relativeTo: folder) } ?? git
    return ["HEAD", "logs/HEAD", "index"].map { place.appending(path: $0) }
  }

  /// Returns the files below a folder, or the file itself.
  private func files(of place: URL) -> [URL] {
    let path = place.path(percentEncoded: false)
    guard let names = FileManager.default.enumerator(atPath: path) else { return [place] }
    let visible = names.compactMap { $0 as? String }.filter { !$0.contains("/.") && !$0.hasPrefix(".") }
    return visible.isEmpty ? [place] : visible.map { place.appending(path: $0) }
  }

  private func exists(_ file: URL) -> Bool {
    FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
  }
}
