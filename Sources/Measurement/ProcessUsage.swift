#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The processor time and context switches of the process so far, as the system reports them.
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

/// The largest resident memory of the process so far, in bytes. On Linux not by `getrusage`, which counts what the process
/// was before it became this program: a small one that was started by a large one would seem as large.
func peakMemory() -> Int {
  #if canImport(Darwin)
    return resourceUsage().ru_maxrss
  #else
    let words = firstLine(of: "/proc/self/status") { $0.first == "VmHWM:" }
    return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
  #endif
}

/// The number of the process's threads now; 0 where the system does not report it.
public func threadCount() -> Int {
  #if canImport(Darwin)
    return Int(taskInfo().pti_threadnum)
  #else
    // Each thread is a link of this folder: its link count is two more.
    var status = stat()
    return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 0
  #endif
}

/// The memory that the process has now, in bytes; 0 where the system does not report it.
public func residentMemory() -> Int {
  #if canImport(Darwin)
    return Int(taskInfo().pti_resident_size)
  #else
    let words = firstLine(of: "/proc/self/statm") { _ in true }
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  #endif
}

#if !canImport(Darwin)
  /// The words of the first line that is looked for; none where there is no such line.
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
  /// What the kernel knows of this process; all zero where it gives nothing. Not `task_info`, whose port for the own task
  /// is a global variable that Swift 6 cannot use.
  private func taskInfo() -> proc_taskinfo {
    var info = proc_taskinfo()
    let size = Int32(MemoryLayout<proc_taskinfo>.size)
    return proc_pidinfo(getpid(), PROC_PIDTASKINFO, 0, &info, size) == size ? info : proc_taskinfo()
  }
#endif
