#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns the processor time and context switches of the process so far.
func processUsage() -> [Figure: Double] {
  let usage = resourceUsage()
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return [
    .userCPU: seconds(usage.ru_utime), .systemCPU: seconds(usage.ru_stime),
    .voluntarySwitches: Double(usage.ru_nvcsw), .involuntarySwitches: Double(usage.ru_nivcsw),
  ]
}

private func resourceUsage() -> rusage {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
  #else
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  #endif
  return usage
}

/// Returns the peak resident memory of the process, in bytes.
///
/// On Linux, `getrusage` isn't used, because it includes memory from before `exec`. A small process started by a
/// large one would seem equally large.
func peakMemory() -> Int {
  #if canImport(Darwin)
    return resourceUsage().ru_maxrss
  #else
    let words = firstLine(of: "/proc/self/status") { $0.first == "VmHWM:" }
    return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
  #endif
}

/// Returns the current number of threads in the process, or 0 if the system doesn't report it.
public func threadCount() -> Int {
  #if canImport(Darwin)
    return Int(taskInfo().pti_threadnum)
  #else
    // Each thread has a subfolder, and the folder's link count is the number of threads plus two.
    var status = stat()
    return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 0
  #endif
}

/// Returns the current resident memory of the process in bytes, or 0 if the system doesn't report it.
public func residentMemory() -> Int {
  #if canImport(Darwin)
    return Int(taskInfo().pti_resident_size)
  #else
    let words = firstLine(of: "/proc/self/statm") { _ in true }
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  #endif
}

#if !canImport(Darwin)
  /// Returns the words of the first matching line in a file, or an empty array if there is none.
  private func firstLine(of path: String, where isWanted: ([Substring]) -> Bool) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      if isWanted(words) { return words }
    }
    return []
  }
#endif

#if canImport(Darwin)
  /// Returns the kernel's information about this process, or zeros if there is none. `task_info` isn't used because
  /// it needs the global variable `mach_task_self_`, which Swift 6 doesn't allow.
  private func taskInfo() -> proc_taskinfo {
    var info = proc_taskinfo()
    let size = Int32(MemoryLayout<proc_taskinfo>.size)
    return proc_pidinfo(getpid(), PROC_PIDTASKINFO, 0, &info, size) == size ? info : proc_taskinfo()
  }
#endif
