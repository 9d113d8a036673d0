import ArgumentParser
import Foundation
import Imaging

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A straightforward implementation without this program: URLSession, a TaskGroup with one child per core at a time,
/// libjpeg-turbo, and libpng with its defaults. The filter is the same because it isn't part of the comparison.
struct PlainPeer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plain", shouldDisplay: false)

  @Argument var list: String
  @Argument var out: String
  @Option var cores: Int

  func run() async throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: list))
    let photos = try JSONDecoder().decode([String: URL].self, from: data)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, photo) in photos.enumerated() {
        if index >= cores { try await group.next() }
        group.addTask { try await filter(photo.value, "\(out)/\(photo.key).png") }
      }
      try await group.waitForAll()
    }
  }

  private func filter(_ url: URL, _ path: String) async throws {
    let (data, _) = try await URLSession.shared.data(from: url)
    var picture = try decode(Array(data))
    Sepia().apply(to: &picture)
    try PNGWay.libpngDefault.encode(picture).write(to: URL(fileURLWithPath: path))
  }
}
