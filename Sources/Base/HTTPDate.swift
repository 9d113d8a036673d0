#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A date in the format of HTTP (RFC 9110, section 5.6.7), read and written without a calendar library.
public struct HTTPDate: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// The number of seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int

  public init(seconds: Int) { self.seconds = seconds }

  public static var now: HTTPDate { HTTPDate(seconds: time(nil)) }

  public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  /// The time zone names that are accepted. Only GMT is written.
  private static let zones: [Substring] = ["GMT", "UTC", "+0000"]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete formats that recipients must accept:
  /// `Sunday, 06-Nov-94 08:49:37 GMT`, whose years are interpreted as 1970 to 2069, and `Sun Nov  6 08:49:37
  /// 1994`.
  public init?(_ text: String) {
    var fields = text.split { " :,-".contains($0) }
    // In the last format, the month comes before the day, and the year is at the end.
    if fields.count == 7 { fields = [fields[0], fields[2], fields[1], fields[6]] + fields[3...5] + ["GMT"] }
    guard fields.count == 8, Self.zones.contains(fields[7]), let day = Int(fields[1]),
      let month = Self.months.firstIndex(of: String(fields[2])), var year = Int(fields[3]),
      let hour = Int(fields[4]), let minute = Int(fields[5]), let second = Int(fields[6])
    else { return nil }
    if fields[3].count == 2 { year += year < 70 ? 2000 : 1900 }
    guard (1...31).contains(day), (1583...9999).contains(year), (0..<24).contains(hour),
      (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = Self.days(year: year, month: month + 1, day: day)
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  public var description: String {
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let (year, month, day) = Self.civil(days: days)
    let second = seconds - days * 86_400
    let time = [second / 3_600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
    let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
    return "\(weekday), \(Self.twoDigits(day)) \(Self.months[month - 1]) \(year) \(time) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  // Counts days of the Gregorian calendar, which repeats every 400 years (146,097 days). Years are counted from
  // March, so that the leap day is the last day of a year.

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leaps = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leaps + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
  }

  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarchZero = days + 719_468
    let cycle = sinceMarchZero / 146_097
    let dayOfCycle = sinceMarchZero % 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, day)
  }
}
