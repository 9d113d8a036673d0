import Foundation
import Version

/// A measurement and everything needed to repeat it. Records are written by the program, never by hand.
public struct Record<Measurement: Encodable>: Encodable {
  public let command: String
  /// The date in ISO 8601 format, or nil in older records.
  public let date: String?
  /// The system's load average over the minute before the record was created, or nil in older records.
  public let load: Double?
  /// The abbreviated commit that the program was built from. It is nil if it is unknown, and in older
  /// records.
  public let commit: String?
  /// Whether the program was built from modified sources, or nil in older records.
  public let isModified: Bool?
  public let machine: Machine
  public let versions: [String: String]
  public let measurement: Measurement
  /// Watched runs that aren't part of the measurement. The array is nil if there are none, or if they are
  /// stored separately.
  public var scenes: [Scene]?
}

extension Record {
  /// - Parameters:
  ///   - arguments: The command that made the measurement. Records are passed on, so it must not contain secrets.
  ///   - versions: The versions of the measured libraries. Those of Swift and of the program are added.
  public init(
    _ measurement: Measurement, arguments: [String] = CommandLine.arguments, versions: [String: String] = [:]
  ) {
    var loads = [Double](repeating: 0, count: 1)
    let program = URL(fileURLWithPath: arguments.first ?? "").lastPathComponent
    self.init(
      command: ([program] + arguments.dropFirst().map(shellQuoted)).joined(separator: " "),
      date: Date().ISO8601Format(), load: getloadavg(&loads, 1) == 1 ? loads[0] : nil,
      commit: Version.commit, isModified: Version.isModified, machine: Machine(),
      versions: versions.merging(["swift": Version.compiler, "pipeline": Version.build]) {
        given, _ in given
      }, measurement: measurement)
  }

  /// Returns a record of another measurement that was made under the same circumstances.
  public func with<Other: Encodable>(_ other: Other) -> Record<Other> {
    Record<Other>(
      command: command, date: date, load: load, commit: commit, isModified: isModified, machine: machine,
      versions: versions, measurement: other)
  }

  /// - Parameter isCompact: Whether to write a single line, for files that only programs read.
  public func json(isCompact: Bool = false) throws -> Data {
    try jsonLine(self, isCompact: isCompact)
  }

  public func write(to path: String) throws {
    try json().write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

/// Returns an argument as a shell reads it, in quotes if they are needed.
func shellQuoted(_ argument: String) -> String {
  argument.wholeMatch(of: /[A-Za-z0-9_@%+=:,.\/{}-]+/) == nil
    ? "'" + argument.replacing("'", with: #"'\''"#) + "'" : argument
}

/// Returns a value as a JSON object, followed by a line break.
/// - Parameter isCompact: Whether to write a single line.
public func jsonLine(_ value: some Encodable, isCompact: Bool = true) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if !isCompact { encoder.outputFormatting.insert(.prettyPrinted) }
  return try encoder.encode(value) + Data("\n".utf8)
}

extension Record: Decodable where Measurement: Decodable {}

/// The machine on which the measurement ran.
public struct Machine: Codable, Sendable {
  public let processor: String
  public let cores: Int
  public let memoryBytes: UInt64
  public let system: String

  public init() {
    cores = ProcessInfo.processInfo.activeProcessorCount
    memoryBytes = ProcessInfo.processInfo.physicalMemory
    system = "\(ProcessInfo.processInfo.operatingSystemVersionString), \(Self.output(of: "uname -sr"))"
    let name = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last
    processor =
      name.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? Self.output(of: "sysctl -n machdep.cpu.brand_string")
  }

  /// Returns the first line of a command's output, or "unknown".
  ///
  /// `Process` isn't used, because on Linux it may crash a program with about 1,300 descriptors (corelibs-foundation
  /// 6.3.1, `findMaximumOpenFromProcSelfFD`).
  private static func output(of command: String) -> String {
    guard let output = popen("\(command) 2>/dev/null", "r") else { return "unknown" }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return "unknown" }
    return String(decoding: line.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
  }
}
