import Base
import Foundation
import SampleServer
import TestSupport
import Testing

/// Tests that kill the program. The environment variable `KILLS` sets the number of attempts per test. The
/// default is one.
@Suite("Killed, and run again", .serialized, .timeLimit(.minutes(30)))
final class KillTests: CommandTests {
  private static let count = 24
  private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 1
  /// The requests since the last run began.
  private let asked = Locked<[String]>([])

  override init() throws {
    try super.init()
    let lines = (1...Self.count).map { number in
      #"{"name": "Image \#(number)", "url": "\#(server.url)/monarchs/stephen.png?\#(number)"}"#
    }
    try folder.write(lines.joined(separator: "\n"), to: "list.txt")
    server.handler = { [asked] request in
      asked.withLock { $0.append(request.target) }
      return nil
    }
  }

  private func line(_ command: String, _ engine: String, downloads: Int = 4) -> String {
    "\(command) list.txt --out out --engine \(engine) --downloads \(downloads)"
  }

  /// Returns the files in the folder with their inode numbers, which change when a file is written again.
  private func written() throws -> [String: UInt64] {
    var files: [String: UInt64] = [:]
    // There are no files before the folder exists.
    for name in (try? folder.names("out")) ?? [] where !name.hasSuffix(".jsonl") {
      let facts = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/out/\(name)")
      files[name] = (facts[.systemFileNumber] as? NSNumber)?.uint64Value
    }
    return files
  }

  @Test(
    "Killed at any moment, the same command completes the folder, does nothing twice and leaves no stray file",
    .enabled(if: Tool.timeout.isHere, "timeout of GNU's coreutils kills the program at a moment of its own"),
    arguments: ["photos", "download"], ["gcd", "operation"])
  func killed(command: String, engine: String) async throws {
    let clock = ContinuousClock()
    let began = clock.now
    try await folder.run(line(command, engine))
    let length = clock.now - began
    let whole = try written().keys.sorted()
    #expect(whole.count == Self.count)
    let bytes = try whole.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out/\($0)")) }

    var generator = SystemRandomNumberGenerator()
    for _ in 0..<Self.kills {
      try FileManager.default.removeItem(atPath: folder.path + "/out")
      // The program is killed at a random time within the duration of a complete run.
      let seconds = Double.random(in: 0...1, using: &generator) * (length / .seconds(1))
      // Without `--foreground`, timeout kills itself, too, and the program may outlive it.
      let killed = try await folder.run(
        line(command, engine), status: nil, by: "exec timeout --foreground -s KILL \(seconds) \"$@\"")
      let before = try written().filter { !$0.key.hasPrefix(".") }
      asked.withLock { $0 = [] }
      let again = try await folder.run(line(command, engine), status: nil)
      let note = Comment(
        rawValue: "killed after \(seconds) s, status \(killed.status), \(before.count) whole")
      #expect(again.status == 0, note)
      let after = try written()
      #expect(after.keys.sorted() == whole, note)
      #expect(before.allSatisfy { after[$0.key] == $0.value }, note)
      // Late requests of the killed run may arrive, but only for files that don't exist yet.
      let names = asked.withLock { $0 }.compactMap { $0.split(separator: "?").last.map { "Image \($0).png" } }
      #expect(names.allSatisfy { before[$0] == nil }, note)
      #expect(names.count <= 2 * (Self.count - before.count), note)
      for (name, expected) in zip(whole, bytes) {
        #expect(FileManager.default.contents(atPath: "\(folder.path)/out/\(name)") == expected, note)
      }
    }
  }

  @Test("Of two runs for one folder, the second finds what the first made", arguments: ["gcd", "operation"])
  func together(engine: String) async throws {
    let (folder, line) = (folder, line("photos", engine) + " --wait")
    async let one = folder.run(line)
    async let two = folder.run(line)
    _ = try await [one, two]
    #expect(try written().count == Self.count)
    #expect(try written().keys.allSatisfy { !$0.hasPrefix(".") })
    #expect(asked.value.count == Self.count)
  }

  #if os(Linux)
    @Test(
      "A folder that no more can be written into half-way ends the run, and the same command completes it",
      .enabled(if: Tool.setpriv.isHere, "setpriv takes a superuser's rights"),
      arguments: ["photos", "download"], ["gcd", "operation"])
    func unwritable(command: String, engine: String) async throws {
      let out = folder.path + "/out"
      let count = Counter()
      server.handler = { _ in
        if count.add() == 15 { chmod(out, 0o555) }
        return nil
      }
      let rights = geteuid() == 0 ? "exec setpriv --inh-caps=-all --bounding-set=-all \"$@\"" : "exec \"$@\""
      let result = try await folder.run(line(command, engine), status: 73, by: rights)
      // Without a finished photo, there is no summary, and only standard error has the reason.
      #expect((result.output + result.error).contains("no permission to write"), "\(result.output)")
      chmod(out, 0o755)
      try await folder.run(line(command, engine))
      #expect(try written().count == Self.count)
    }

    @Test(
      "On a full disk the first photo that does not fit ends the run, which tells it once; with room again, all come",
      .enabled(if: geteuid() == 0, "a superuser is needed to mount a small disk"),
      arguments: ["photos", "download"], ["gcd", "operation", "serial"])
    func fullDisk(command: String, engine: String) async throws {
      let script = """
        mkdir out; mount -t tmpfs -o size=200k none out || { echo none; exit; }
        "$@" >first.txt; echo "first $?"
        mount -o remount,size=100m out
        "$@" >second.txt; echo "second $?"; ls -A out | grep -vc jsonl
        """
      try folder.write(script, to: "script.sh")
      let result = try await folder.run(
        line(command, engine, downloads: 2) + (command == "photos" ? " --filters 2" : ""), status: nil,
        by: "exec unshare -m sh script.sh \"$@\"")
      // Some containers don't allow mounting.
      if result.output == "none\n" { return }
      #expect(result.output == "first 73\nsecond 0\n\(Self.count)\n", "\(result.output)\(result.error)")
      let first = try text("first.txt")
      // Another photo may have been in progress. The error isn't reported twice.
      #expect(first.components(separatedBy: "no space left").count == 2 && !first.contains("✗"), "\(first)")
    }

    @Test(
      "A name server that never answers ends each transfer, and is named as the time that it took",
      .enabled(if: geteuid() == 0, "a superuser is needed to name another server"),
      arguments: ["photos", "download"], ["gcd", "operation"])
    func hangingNames(command: String, engine: String) async throws {
      try folder.write("nameserver 192.0.2.1\n", to: "resolv.conf")
      try folder.write("http://photos.example.org/a.png", to: "list.txt")
      // A network namespace that accepts packets for the name server but delivers them to no one.
      let script = """
        ip link set lo up && ip route add 192.0.2.1 dev lo && mount --bind resolv.conf /etc/resolv.conf ||
          { echo none; exit; }
        exec "$@"
        """
      try folder.write(script, to: "script.sh")
      let result = try await folder.run(
        "\(line(command, engine)) --connect-timeout 0.5 --retries 0", status: nil,
        by: "unset http_proxy https_proxy all_proxy; exec unshare -m -n sh script.sh \"$@\"")
      if result.output == "none\n" { return }
      #expect(result.status == 3, "\(result.output)\(result.error)")
      #expect(result.output.contains("could not connect within 0.5 s"), "\(result.output)")
    }
  #endif
}
