import Foundation
import PackagePlugin

extension GeneratedCode {
  /// Returns the command that generates Swift from the lessons' text, their table and the helpers that their code uses, so
  /// that each text is kept in one place.
  func lessonTexts(_ context: PluginContext) throws -> Command {
    let lessons = context.package.directoryURL.appending(path: "Comparison/Lessons")
    let table = context.package.directoryURL.appending(path: "Comparison/lessons.tsv")
    let helpers = context.package.directoryURL.appending(path: "Comparison/LessonKit/Helpers")
    let folders = try contents(of: lessons)
    return command(
      "Taking in the text of the lessons", script: "lesson-texts.sh", arguments: [table, helpers] + folders,
      texts: try [table] + (folders + [helpers]).flatMap(contents), output: "AllLessons.swift", context)
  }

  /// Returns the command that generates Swift from the files of a web page, as string literals.
  ///
  /// SwiftPM's `embedInCode` isn't used, because it writes every byte as a number literal. The gallery's page then
  /// takes longer to compile than the rest of its target.
  func pageFiles(_ folder: String, _ context: PluginContext) throws -> Command {
    let files = try contents(of: context.package.directoryURL.appending(path: folder))
    return command(
      "Taking in the files of a page", script: "page-files.sh", arguments: files, texts: files,
      output: "PackageResources.swift", context)
  }

  /// Returns the command that generates Swift from the table of moments, with the lines of the engines' code.
  func moments(_ context: PluginContext) throws -> Command {
    let root = context.package.directoryURL
    let (sources, table) = (
      root.appending(path: "Sources"), root.appending(path: "Comparison/Calls/moments.tsv")
    )
    let folders = ["Engine/Core"] + ["GCD", "Operation", "Tasks", "Serial"].map { "Engines/\($0)" }
    return command(
      "Finding the calls of each moment", script: "moments.sh", arguments: [sources, table],
      texts: try [table] + folders.flatMap { try contents(of: sources.appending(path: $0)) },
      output: "Moments.swift", context)
  }

  /// Returns the command that writes `output` with a script from texts.
  private func command(
    _ name: String, script: String, arguments: [URL], texts: [URL], output: String, _ context: PluginContext
  ) -> Command {
    let scripts = context.package.directoryURL.appending(path: "Sources/Plugins")
    let script = scripts.appending(path: script)
    let made = context.pluginWorkDirectoryURL.appending(path: output)
    return .buildCommand(
      displayName: name,
      executable: URL(filePath: "/bin/sh"),
      arguments: ([script, made] + arguments).map { $0.path(percentEncoded: false) },
      inputFiles: [script, scripts.appending(path: "swift-literal.sh")] + texts,
      outputFiles: [made])
  }

  /// Returns the visible items in a folder, sorted by name.
  private func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
  }
}
