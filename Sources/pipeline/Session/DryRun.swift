import Base
import Foundation
import PhotoLists
import Transport
import Workloads

/// A preview of a run: a line for each entry, and a total. Only the list is read. No photo is requested, and
/// nothing is written.
struct DryRun {
  let list: ListSource
  let transport: Transport
  let out: String
  /// The file extension with its dot, or “.*” if it isn't known before the download.
  let ending: String
  /// Whether existing files would be replaced.
  let replaces: Bool
  /// The part of the list to run, and the names of its files.
  let part: ListPart
  /// The entries of the sample list that are broken on purpose.
  var broken: Set<String> = []
  let isQuiet: Bool

  /// Prints the preview.
  /// - Returns: The exit status.
  /// - Throws: `ListError`.
  func status() throws(ListError) -> Int32 {
    var part = part
    let reader = PhotoListReader(list, transport: transport)
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
        } else if !replaces, FileKind(at: "\(out)/\(name)") != nil {
          kept += 1
          lines += "\(oneLine(entry.name)): already there\n"
        } else {
          todo += 1
          lines += "\(oneLine(URLPassword.removed(from: entry.url))) → \(oneLine("\(out)/\(name)"))\n"
        }
      }
      if !isQuiet { Terminal.output.write(lines) }
    }
    var parts = ["\(counted(todo, "file")) to write"]
    if kept > 0 { parts.append("\(kept) already there") }
    if bad > 0 { parts.append("\(bad) that cannot be fetched") }
    Terminal.output.write(parts.joined(separator: ", ") + "; nothing was done\n")
    if let note = passedOverNote(reader.passedOver) { Terminal.output.write(oneLine(note) + "\n") }
    return unexpected > 0 ? ExitStatus.somePhotosFailed : ExitStatus.success
  }
}
