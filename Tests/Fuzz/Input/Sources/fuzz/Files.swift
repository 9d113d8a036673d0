import Foundation
import Measurement
import Workloads

/// Fuzzes files that users provide: job graphs, recorded events, and scripts of scrolls.
@Sendable func fuzzFiles(_ bytes: [UInt8]) {
  if let graph = try? JobGraph(lines: Data(bytes)), let lines = try? graph.lines() {
    expect((try? JobGraph(lines: lines)) == graph, "a graph that can be read can be written")
  }
  if let script = try? ScrollScript(text: String(decoding: bytes, as: UTF8.self)) {
    expect((try? ScrollScript(text: script.text))?.text == script.text, "so can a script")
  }
}
