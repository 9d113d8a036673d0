import Foundation
import PhotoLists
import Transport
import Workloads

/// Shows what a run would do, from its list alone: no photo is requested, and nothing is written.
struct DryRun {
  let source: ListSource
  let transport: Transport
  let out: String
  /// The extension with its dot; “.*” if it is not known before the download.
  let ending: String
  /// Whether files that exist are made again.
  let replaces: Bool
  /// The part of the list that is taken, and the names of its files.
  var part: ListPart
  /// Entries of the sample list that are broken on purpose.
  var broken: Set<String> = []

  /// Prints a line for each entry, and a total.
  /// - Returns: the exit status.
  /// - Throws: `ListError`.
  mutating func show(on terminal: Terminal, isQuiet: Bool) throws(ListError) -> Int32 {
    let reader = PhotoListReader(source, transport: transport)
    var (todo, kept, bad, unexpected) = (0, 0, 0, 0)
    while true {
      let entries = try reader.next(atMost: 256)
      if entries.isEmpty { break }
      var lines = ""
      for entry in entries {
        guard let (_, place) = part.take(entry) else { continue }
        let name = place + ending
        if let flaw = entry.flaw {
          bad += 1
          let isExpected = broken.contains(entry.name)
          if !isExpected { unexpected += 1 }
          lines += "\(oneLine(entry.name)): \(oneLine(flaw))\(isExpected ? onPurpose : "")\n"
        } else if !replaces, access("\(out)/\(name)", F_OK) == 0 {
          kept += 1
          lines += "\(oneLine(entry.name)): already there\n"
        } else {
          todo += 1
          lines += "\(oneLine(entry.url)) → \(oneLine("\(out)/\(name)"))\n"
        }
      }
      if !isQuiet { terminal.write(lines) }
    }
    var parts = ["\(counted(todo, "file")) to write"]
    if kept > 0 { parts.append("\(kept) already there") }
    if bad > 0 { parts.append("\(bad) that cannot be fetched") }
    terminal.write(parts.joined(separator: ", ") + "; nothing was done\n")
    return unexpected > 0 ? ExitStatus.somePhotosFailed : ExitStatus.success
  }
}
