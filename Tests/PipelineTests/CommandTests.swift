import Foundation
import SampleServer
import TestSupport

@testable import Measurement

/// A base class for tests of commands, with a working folder and a server for photos.
class CommandTests {
  let folder: Folder
  let server: SampleServer

  init() throws {
    folder = try Folder()
    server = try SampleServer()
  }

  /// Writes a list of these portraits.
  func list(_ names: String...) throws {
    try folder.write(names.map { "\(server.url)/monarchs/\($0).png\n" }.joined(), to: "list.txt")
  }

  /// Writes a list with this number of different photos.
  func list(_ count: Int) throws {
    let urls = (0..<count).map { "\(server.url)/monarchs/stephen.png?\($0)" }
    try folder.write(urls.joined(separator: "\n"), to: "list.txt")
  }

  func text(_ name: String) throws -> String { try folder.text(name) }

  /// Returns the record of a comparison.
  func comparisonRecord(_ name: String = "kept.json") throws -> Record<Comparison> {
    try JSONDecoder().decode(Record<Comparison>.self, from: Data(text(name).utf8))
  }

  func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: "\(folder.path)/\(name)")
  }

  /// Returns the files in a subfolder that aren't hidden.
  func files(_ out: String) throws -> [String] { try folder.names(out).filter { !$0.hasPrefix(".") } }
}
