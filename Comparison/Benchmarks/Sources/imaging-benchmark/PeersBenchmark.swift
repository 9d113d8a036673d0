import ArgumentParser
import Foundation
import Imaging
import Measurement
import Recording

/// Compares the main job with other programs that do the same. Runs alternate, and each is a separate process.
struct PeersBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "The main job against pyvips, image-png in Rust, and URLSession, TaskGroup and libpng.",
    discussion: """
      Like is compared with like: what URLSession fetches from Python's HTTP server on this machine, the program fetches, \
      too; beside the others it reads the files, as they do. pyvips writes with libpng's level 3 and the SUB filter, \
      image-png with fdeflate. Either is left out where it is not there, and image-png, which reads JPEGs alone, where \
      there are PNGs.
      """)

  @Argument(help: "A folder of JPEGs or PNGs.") var photos: String
  @Option(help: "How often each is run; the first time warms up and does not count.") var rounds = 7
  @Option(help: "How many photos are filtered at a time.") var cores = ProcessInfo.processInfo
    .activeProcessorCount
  @Option(help: "The program.") var pipeline = ".build/release/pipeline"
  @Option(help: "What Cargo has built of Peers/image-png.")
  var imagePNG = "Comparison/Benchmarks/.build/image-png/release/image-png-peer"
  @Option(help: "The photos, in a few words, for the record.") var about = "photos"
  @Option(help: "What else the machine did meanwhile, for the record.") var note: String?
  @Option(help: "Write this record, peers or peers-large, in Comparison/Results, and the figures into pages.")
  var record: String?

  struct Row: Codable {
    let name: String
    /// The elapsed time in seconds.
    let wall: Spread
    /// The processor time in seconds.
    let processor: Spread
    /// The peak resident memory in MB.
    let peak: Spread
    let bytes: Int
  }

  /// The ratio of one row to another, computed round by round.
  struct Ratio: Codable {
    let of: String
    let to: String
    let wall: Spread
    let processor: Spread
    let bytes: Double
  }

  struct Result: Codable {
    let about: String
    let note: String?
    let photos: Int
    let megapixels: Double
    let cores: Int
    let rows: [Row]
    let ratios: [Ratio]
  }

  func run() throws {
    let folder = URL(fileURLWithPath: photos)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.sorted()
    guard !names.isEmpty else {
      throw ValidationError("There are no photos in \(photos): name a folder of JPEGs or PNGs.")
    }
    let pixels = try names.reduce(0) { sum, name in
      try sum + decode(Array(Data(contentsOf: folder.appendingPathComponent(name)))).pixelCount
    }
    let work = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(getpid())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let server = try FileServer(folder)
    defer { server.stop() }
    let urls = Dictionary(uniqueKeysWithValues: names.map { (String($0.dropLast(4)), server.url + "/" + $0) })
    let list = work.appendingPathComponent("photos.json")
    try JSONEncoder().encode(urls).write(to: list)

    let peers = commands(folder.path, list.path, hasPNGs: names.contains { $0.hasSuffix(".png") })
    let (runs, bytes) = try measure(peers, in: work)
    let result = Result(
      about: about, note: note, photos: names.count, megapixels: Double(pixels) / 1e6, cores: cores,
      rows: rows(peers, runs, bytes), ratios: ratios(peers, runs, bytes))
    print(PeersTable(result).text)
    if let record {
      try Record(result, versions: codecVersions).write(to: "Comparison/Results/\(record).json")
      try PeersTable(result).show(at: record)
    }
  }

  private struct Peer {
    let name: String
    /// Returns the command line for an output folder.
    let command: (_ out: String) -> [String]
    var environment: [String: String] = [:]
    /// The names of the peers to which the measured values are compared.
    var comparedTo: [String] = []
  }

  private func commands(_ folder: String, _ list: String, hasPNGs: Bool) -> [Peer] {
    let cores = String(cores)
    let itself = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var peers = [
      Peer(name: "plain") { [itself, "plain", list, $0, "--cores", cores] },
      Peer(
        name: "fetched", command: { [pipeline, list, "--out", $0, "--filters", cores] }, comparedTo: ["plain"]
      ),
    ]
    if (try? ChildRun(["python3", "-c", "import pyvips"])) != nil {
      let script = "Comparison/Benchmarks/Peers/vips"
      let threads = ["VIPS_CONCURRENCY": "1"]
      peers.append(
        Peer(name: "pyvips", command: { [script, folder, $0, "--cores", cores] }, environment: threads))
    }
    if !hasPNGs, FileManager.default.isExecutableFile(atPath: imagePNG) {
      peers += ["fastest", "fast"].map { setting in
        Peer(name: "image-png \(setting)") { [imagePNG, folder, $0, setting, cores] }
      }
    }
    // Each is compared with the peers that serve the same purpose.
    let others = [Compression.fast: ["image-png fastest", "image-png fast"], .default: ["pyvips"]]
    return peers
      + Compression.allCases.map { compression in
        let options = ["--compression", compression.rawValue, "--filters", cores]
        return Peer(
          name: compression.rawValue, command: { [pipeline, folder, "--out", $0] + options },
          comparedTo: others[compression] ?? [])
      }
  }

  /// Measures each peer, and counts the bytes that it writes.
  private func measure(_ peers: [Peer], in work: URL) throws -> ([[ChildRun]], [Int]) {
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
    return (runs, bytes)
  }

  private func rows(_ peers: [Peer], _ runs: [[ChildRun]], _ bytes: [Int]) -> [Row] {
    peers.indices.map { index in
      Row(
        name: peers[index].name, wall: Spread(runs[index].map(\.wall)),
        processor: Spread(runs[index].map(\.processor)), peak: Spread(runs[index].map(\.peak)),
        bytes: bytes[index])
    }
  }

  private func ratios(_ peers: [Peer], _ runs: [[ChildRun]], _ bytes: [Int]) -> [Ratio] {
    peers.indices.flatMap { ours in
      peers.indices.filter { peers[ours].comparedTo.contains(peers[$0].name) }.map { theirs in
        let pairs = zip(runs[ours], runs[theirs])
        return Ratio(
          of: peers[ours].name, to: peers[theirs].name, wall: Spread(pairs.map { $0.wall / $1.wall }),
          processor: Spread(pairs.map { $0.processor / $1.processor }),
          bytes: Double(bytes[ours]) / Double(bytes[theirs]))
      }
    }
  }
}

/// An HTTP server for a local folder.
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
    // Python prints “Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ...”.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let start = line.range(of: "(http"), let end = line.range(of: "/)") else {
      kill(process.processIdentifier, SIGKILL)
      throw ValidationError("Python's HTTP server does not start: \(line)")
    }
    url = "http" + line[start.upperBound..<end.lowerBound]
  }

  /// Stops the server with SIGKILL, because a child inherits the blocked signals of the thread that started it, and
  /// SIGTERM may be one of them.
  func stop() { kill(process.processIdentifier, SIGKILL) }
}
