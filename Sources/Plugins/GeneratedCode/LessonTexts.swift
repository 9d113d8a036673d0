import Foundation
import PackagePlugin

extension GeneratedCode {
  /// Returns the command that generates Swift from the lessons' text and the helpers that their code uses, so that
  /// each text is kept in one place.
  func lessonTexts(_ context: PluginContext) throws -> Command {
    let lessons = context.package.directoryURL.appending(path: "Comparison/Lessons")
    let folders = try contents(of: lessons)
    let helpers = context.package.directoryURL.appending(path: "Comparison/LessonKit/Helpers")
    let script = context.package.directoryURL.appending(path: "Sources/Plugins/lesson-texts.sh")
    let made = context.pluginWorkDirectoryURL.appending(path: "AllLessons.swift")
    return .buildCommand(
      displayName: "Taking in the text of the lessons",
      executable: URL(filePath: "/bin/sh"),
      arguments: ([script, made, helpers] + folders).map { $0.path(percentEncoded: false) },
      inputFiles: try [script] + (folders + [helpers]).flatMap(contents),
      outputFiles: [made])
  }

  /// Returns the visible items in a folder, sorted by name.
  private func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
  }
}
