import Foundation

/// A process that ran to its end, and what it took.
struct ChildRun {
  /// In seconds.
  let wall: Double
  let processor: Double
  /// The most memory that was resident, in MB.
  let peak: Double

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command without its output, and waits for it.
  /// - Parameter environment: beside what is set already.
  /// - Throws: `Failure`, also when its exit status is not 0.
  init(_ command: [String], environment: [String: String] = [:]) throws {
    let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    // A shell drops the output: Foundation's Process would do, too, but reports no resources of one child.
    let shell = ["/bin/sh", "-c", "exec \"$@\" > /dev/null 2>&1", "sh"] + command
    var arguments = shell.map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var child = pid_t()
    let start = ContinuousClock.now
    guard posix_spawn(&child, "/bin/sh", nil, nil, &arguments, &settings) == 0 else {
      throw Failure(description: "there is no /bin/sh")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(description: "“\(command.joined(separator: " "))” failed") }
    let taken = ContinuousClock.now - start
    wall = Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    processor = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    #if canImport(Darwin)
      peak = Double(usage.ru_maxrss) / 1e6
    #else
      peak = Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
  }
}
