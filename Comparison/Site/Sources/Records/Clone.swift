import Foundation
import Measurement

/// A clone of the repository, with its pages, records and pictures.
public struct Clone: Sendable {
  let root: URL

  /// - Parameter root: The root folder of the clone.
  public init(_ root: URL) { self.root = root }

  public static let glossary = "Comparison/Glossary.md"
  public static let table = "Comparison/lessons.tsv"
  public static let aliases = "Comparison/aliases.tsv"
  public static let gallery = "Sources/Gallery/Page"
  public static func results(_ name: String) -> String { "Comparison/Results/\(name).json" }

  public func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }

  /// Returns the names of a folder's files.
  public func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    } catch { throw missing(folder) }
  }

  /// Returns the contents of a file.
  /// - Parameter path: The path from the root of the clone.
  /// - Throws: `PublishingError`, if the file can't be read.
  public func data(_ path: String) throws -> Data {
    do { return try Data(contentsOf: root.appendingPathComponent(path)) } catch { throw missing(path) }
  }

  /// Returns a record of `Comparison/Results`.
  /// - Throws: `PublishingError`, if the file can't be read or has another format.
  func record<Measurement: Codable>(_ name: String) throws -> Record<Measurement> {
    let path = Self.results(name)
    do {
      return try JSONDecoder().decode(Record<Measurement>.self, from: data(path))
    } catch let error as DecodingError {
      throw PublishingError("\(path) has another format: record it again with .ci/record (\(error))")
    }
  }

  private func missing(_ path: String) -> PublishingError {
    PublishingError("there is no \(path) in \(root.path): run it in a clone of the repository")
  }
}

/// The reason why records can't be kept or shown, or a site can't be made or written, with a remedy.
public struct PublishingError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
