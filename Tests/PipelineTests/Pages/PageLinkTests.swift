import Foundation
import Testing

@Suite("Links between pages")
struct PageLinkTests {
  @Test(
    "Each link leads to a file, and to a heading of it",
    arguments: [
      "README.md", "Sources/pipeline/README.md", "Sources/Engine/README.md", "Sources/README.md",
      ".github/CONTRIBUTING.md", "Comparison/README.md", "Comparison/Results/README.md",
      "Comparison/GCD-or-Operation.md", "Comparison/Glossary.md", "Comparison/Costs.md",
      "Comparison/Linux.md", "Comparison/Crashes.md",
    ])
  func links(path: String) throws {
    for link in try Page(path).links where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? path : Page.path(parts[0], from: path)
      #expect(FileManager.default.fileExists(atPath: Page.file(target).path), "\(link)")
      guard parts.count > 1, target.hasSuffix(".md") else { continue }
      #expect(try Page(target).anchors.contains(parts[1]), "\(link)")
    }
  }
}
