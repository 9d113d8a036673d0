import ArgumentParser
import Foundation
import Imaging
import Measurement
import Recording

/// The main job against other programs that do the same, by turns, each run a process of its own.
struct PeersBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "The main job against pyvips, and against URLSession, TaskGroup and libpng.",
    discussion: """
      All but pyvips, which reads the files, fetch the photos from Python's HTTP server on this machine. pyvips writes with \
      libpng's level 3 and the SUB filter; it is left out where Python has none.
      """)

  @Argument(help: "A folder of JPEGs.") var photos: String
  @Option(help: "How often each is run; the first time warms up and does not count.") var rounds = 7
  @Option(help: "How many photos are filtered at a time.") var cores = ProcessInfo.processInfo
    .activeProcessorCount
  @Option(help: "The program.") var pipeline = ".build/release/pipeline"
  @Option(help: "The photos, in a few words, for the record.") var about = "photos"
  @Option(help: "What else the machine did meanwhile, for the record.") var note: String?
  @Flag(help: "Write Comparison/Results/peers.json, and the figures into the pages that show them.")
  var record = false

  struct Row: Codable {
    let name: String
    /// In seconds.
    let wall: Spread
    let processor: Spread
    /// Of the plain program, round by round.
    let wallToPlain: Spread
    let processorToPlain: Spread
    /// In MB.
    let peak: Spread
    let bytes: Int
  }

  struct Result: Codable {
    let about: String
    let note: String?
    let photos: Int
    let megapixels: Double
    let cores: Int
    let rows: [Row]
  }

  func run() throws {
    let folder = URL(fileURLWithPath: photos)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".jpg")
    }
    .sorted()
    guard !names.isEmpty else {
      throw ValidationError("There are no JPEGs in \(photos): name a folder of photos.")
    }
    let pixels = try names.reduce(0) { sum, name in
      let info = try ImageInfo(of: Array(Data(contentsOf: folder.appendingPathComponent(name))))
      return sum + info.width * info.height
    }
    let work = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(getpid())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let server = try FileServer(folder)
    defer { server.stop() }
    let urls = Dictionary(uniqueKeysWithValues: names.map { (String($0.dropLast(4)), server.url + "/" + $0) })
    let list = work.appendingPathComponent("photos.json")
    try JSONEncoder().encode(urls).write(to: list)

    let rows = try measure(commands(folder.path, list.path), in: work)
    let result = Result(
      about: about, note: note, photos: names.count, megapixels: Double(pixels) / 1e6, cores: cores,
      rows: rows)
    print(PeersTable(result).text)
    if record {
      try Record(result, versions: codecVersions).write(to: "Comparison/Results/peers.json")
      try PeersTable(result).show()
    }
  }

  private struct Peer {
    let name: String
    /// Without the folder that it writes into.
    let command: (_ out: String) -> [String]
    var environment: [String: String] = [:]
  }

  private func commands(_ folder: String, _ list: String) throws -> [Peer] {
    let cores = String(cores)
    let itself = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var peers = [Peer(name: "plain") { [itself, "plain", list, $0, "--cores", cores] }]
    if (try? ChildRun(["python3", "-c", "import pyvips"])) != nil {
      let script = "Comparison/Benchmarks/Peers/vips"
      let threads = ["VIPS_CONCURRENCY": "1"]
      peers.append(
        Peer(name: "pyvips", command: { [script, folder, $0, "--cores", cores] }, environment: threads))
    }
    return peers
      + Compression.allCases.map { compression in
        let options = ["--compression", compression.rawValue, "--filters", cores]
        return Peer(name: compression.rawValue) { [pipeline, list, "--out", $0] + options }
      }
  }

  private func measure(_ peers: [Peer], in work: URL) throws -> [Row] {
    var runs = peers.map { _ in [ChildRun]() }
    var bytes = peers.map { _ in 0 }
    let out = work.appendingPathComponent("out")
    for round in 0...rounds {
      for (index, peer) in peers.enumerated() {
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        let run = try ChildRun(peer.command(out.path), environment: peer.environment)
        if round > 0 { runs[index].append(run) }
        bytes[index] = try FileManager.default.contentsOfDirectory(atPath: out.path)
          .filter { $0.hasSuffix(".png") }.reduce(0) { sum, name in
            let file = out.appendingPathComponent(name).path
            return sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
          }
        try FileManager.default.removeItem(at: out)
      }
    }
    return peers.indices.map { index in
      Row(
        name: peers[index].name, wall: Spread(runs[index].map(\.wall)),
        processor: Spread(runs[index].map(\.processor)),
        wallToPlain: Spread(zip(runs[index], runs[0]).map { $0.wall / $1.wall }),
        processorToPlain: Spread(zip(runs[index], runs[0]).map { $0.processor / $1.processor }),
        peak: Spread(runs[index].map(\.peak)), bytes: bytes[index])
    }
  }
}

/// Serves a folder on this machine.
private struct FileServer {
  let url: String
  private let process = Process()

  init(_ folder: URL) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // “Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ...”
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let start = line.range(of: "(http"), let end = line.range(of: "/)") else {
      process.terminate()
      throw ValidationError("Python's HTTP server does not start: \(line)")
    }
    url = "http" + line[start.upperBound..<end.lowerBound]
  }

  func stop() { process.terminate() }
}
