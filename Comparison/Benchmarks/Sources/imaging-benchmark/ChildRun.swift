import Foundation

/// The resources used by a process that has ended.
struct ChildRun {
  /// The elapsed time in seconds.
  let wall: Double
  /// The processor time in seconds.
  let processor: Double
  /// The peak resident memory in MB.
  let peak: Double

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command, discards its output, and waits for it to end.
  /// - Parameter environment: variables to set in addition to the current ones.
  /// - Throws: `Failure`, including when the exit status isn't 0.
  init(_ command: [String], environment: [String: String] = [:]) throws {
    let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    // A shell discards the output. Foundation's Process could do that too, but it doesn't report one child's resources.
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
