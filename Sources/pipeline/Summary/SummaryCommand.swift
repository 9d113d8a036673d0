import ArgumentParser
import Foundation

struct SummaryCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary", abstract: "Add up the parts of a list, and find what is missing.",
    discussion: discussion("summary"))

  static let details = """
    Takes what “photos --shard 3/16 --json” and “download --shard 3/16 --json” have printed, a file for each part.

    Exit status: 0 every part is there, once, and nothing failed in it, 3 something is missing, 64 wrong usage, 66 no such file.
    """

  @Argument(help: ArgumentHelp("What the parts have printed.", valueName: "part"))
  var files: [String]

  @Flag(help: "Print the sum as JSON.")
  var json = false

  func run() throws {
    let reports = try files.map { file in
      do { return (file, RunRecord(printed: try Data(contentsOf: URL(fileURLWithPath: file)))) } catch {
        Terminal.error.say(
          "pipeline: cannot read “\(oneLine(file))”: give what a run has printed with --json\n")
        throw ExitCode(ExitStatus.noList)
      }
    }
    let sum = PartsSum(reports)
    sum.show(json: json, insteadOf: nil)
    if !sum.isWhole { throw ExitCode(ExitStatus.somePhotosFailed) }
  }
}
