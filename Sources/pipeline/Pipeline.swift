import ArgumentParser
import Foundation

@main
struct Pipeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "One photo workload through interchangeable engines: Grand Central Dispatch, Operation, …",
    discussion: """
      Without a subcommand, “photos” is run: it downloads the photos of a list, applies a sepia filter and writes them \
      into a folder. Without a list, it starts a small server of its own and takes its sample photos.

        pipeline                                     the sample photos, through Grand Central Dispatch
        pipeline --engine operation                  the same, through Operation
        pipeline photos.plist --out sepia/           a list of yours
        pipeline poster                              a poster of 200 photos

      For the options of the main job, run: pipeline photos --help
      """,
    version: "0.1.0",
    subcommands: [
      PhotosCommand.self, GalleryCommand.self, ScrollCommand.self, ThumbnailsCommand.self,
      DownloadCommand.self, PosterCommand.self, CompareCommand.self, LessonCommand.self, ServeCommand.self,
      SiteCommand.self, RunJobsCommand.self,
    ],
    defaultSubcommand: PhotosCommand.self)

  static func main() {
    var end: (any Error)?
    do {
      try Interrupts.listen()
      var command = try parseAsRoot()
      try Resources.check()
      try command.run()
    } catch let error as Shortage {
      Terminal.error.write("pipeline: \(error)\n")
      end = ExitCode(ExitStatus.noResources)
    } catch {
      end = error
    }
    leave(end ?? CleanExit.message(""))
  }

  /// Ends the process without what `exit` does first: its handlers, OpenSSL's for one, take away what threads that
  /// still run make use of.
  private static func leave(_ end: any Error) -> Never {
    let text = fullMessage(for: end)
    var status = exitCode(for: end).rawValue
    if !text.isEmpty { (status == ExitStatus.success ? Terminal.output : .error).write(text + "\n") }
    if let failure = Terminal.failure {
      Terminal.error.write("pipeline: \(failure)\n")
      if status == ExitStatus.success { status = ExitStatus.cannotWrite }
    }
    RawTerminal.restore()
    _exit(status)
  }
}
