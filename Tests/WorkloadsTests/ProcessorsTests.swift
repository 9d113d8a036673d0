import Foundation
import TestSupport
import Testing

@testable import Workloads

@Suite("The processors that a process may use")
struct ProcessorsTests {
  /// A case: quotas by group, and the number of eight processors that is left by them.
  struct Quotas: CustomTestStringConvertible {
    var own = "0::/a/b\n"
    let files: [String: String]
    let count: Int
    var testDescription: String { "\(own) \(files)" }
  }

  @Test(
    "A quota of the process's group, or of one above it, limits them, rounded up",
    arguments: [
      Quotas(files: [:], count: 8),
      Quotas(files: ["": "max 100000\n", "a/b": "max 100000\n"], count: 8),
      Quotas(files: ["": "100000 100000\n"], count: 1),
      Quotas(files: ["a/b": "250000 100000\n"], count: 3),
      Quotas(files: ["a": "150000 100000\n", "a/b": "400000 100000\n"], count: 2),
      Quotas(files: ["a/b": "5000 100000\n"], count: 1),
      Quotas(files: ["a/c": "100000 100000\n"], count: 8),
      Quotas(own: "1:cpu:/x\n0::/../a\n", files: ["a": "200000 100000\n"], count: 2),
      Quotas(own: "", files: ["": "300000 100000\n"], count: 3),
      Quotas(files: ["a/b": "99999999999999 100000\n"], count: 8),
      Quotas(files: ["": "-1 100000\n", "a": "0 0\n", "a/b": "nonsense\n"], count: 8),
    ])
  func quota(_ quotas: Quotas) throws {
    let folder = try Folder()
    try folder.write(quotas.own, to: "own")
    for (group, text) in quotas.files { try folder.write(text, to: "groups/\(group)/cpu.max") }
    let count = DefaultWidths.processors(
      active: 8, groups: "\(folder.path)/groups", own: "\(folder.path)/own")
    #expect(count == quotas.count)
  }
}
