import Foundation

/// A number of bytes as people say it: “1.4 MB”, in powers of ten.
func bytesInWords(_ bytes: Int) -> String {
  let units = ["B", "kB", "MB", "GB", "TB"]
  var value = Double(bytes)
  var unit = 0
  while value >= 999.5, unit < units.count - 1 {
    value /= 1000
    unit += 1
  }
  return unit == 0 ? "\(bytes) B" : String(format: value < 9.95 ? "%.1f %@" : "%.0f %@", value, units[unit])
}

/// A time as people say it: “4 ms”, “1.3 s”, “2 min 5 s”.
func secondsInWords(_ seconds: Double) -> String {
  switch seconds {
  case ..<0.0995: String(format: seconds < 0.00995 ? "%.1f ms" : "%.0f ms", seconds * 1000)
  case ..<9.95: String(format: "%.1f s", seconds)
  case ..<59.5: String(format: "%.0f s", seconds)
  case ..<3570: "\(Int(seconds.rounded()) / 60) min \(Int(seconds.rounded()) % 60) s"
  default: hoursInWords(minutes: Int(min(seconds, 1e15) / 60 + 0.5))
  }
}

private func hoursInWords(minutes: Int) -> String { "\(minutes / 60) h \(minutes % 60) min" }

func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
