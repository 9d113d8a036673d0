import ArgumentParser
import SampleServer
import WebServer

struct ServeCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the sample server alone, until Ctrl-C.",
    usage: "pipeline serve [<options>]", discussion: discussion("serve"))

  static let details = """
    Each request can ask for its own faults with query parameters of the same names, such as ?delay=2 or ?fail=404.

    Exit status: 0 ended by Ctrl-C, 64 wrong usage, 69 the port is in use.
    """

  @Option(help: ArgumentHelp("The address to listen on."))
  var host = "127.0.0.1"

  @Option(name: .shortAndLong, help: .about("The port; 0 takes any free one.", "number"))
  var port = 8080

  @OptionGroup(title: "Delays and faults") var sample: SampleOptions

  func validate() throws { try check("--port", port, in: 0...65535) }

  func run() throws {
    try Resources.check()
    let server = try SampleServer(
      host: host, port: port, faults: sample.faults, patience: WebServer.patience)
    let lists = ["photos.plist", "photos.json", "photos-array.json", "photos.jsonl", "photos.txt"]
    Interrupts.wait(
      saying: "Sample photos on \(server.url). Lists:\n" + lists.map { "  \(server.url)/\($0)\n" }.joined()
        + "Press Ctrl-C to stop.\n")
    server.stop()
  }
}
