import Foundation
import PhotoLists
import Transport

/// A house of a grouped list, with its monarchs in their order.
public struct ThumbnailGroup: Sendable {
  public let name: String
  public let thumbnails: [Thumbnail]
}

/// A monarch of a grouped list.
public struct Thumbnail: Sendable {
  /// The name, the thumbnail's URL, and where it stands. Its file is in a folder of the group's name.
  public let photo: Photo
  /// Empty where the list does not say.
  public let years: String
}

/// Reads a grouped list: a JSON array of `{"house", "monarchs"}`, where monarchs is an array of
/// `{"name", "years", "thumbnail"}`.
struct GroupedList {
  let source: ListSource
  /// What relative URLs are relative to.
  let base: URL?

  private struct House: Decodable {
    let house: String
    let monarchs: [Monarch]
  }

  private struct Monarch: Decodable {
    let name: String
    let years: String?
    let thumbnail: String?
  }

  func groups(of bytes: Data) throws(ListError.Reason) -> [ThumbnailGroup] {
    let houses: [House]
    do {
      houses = try JSONDecoder().decode([House].self, from: bytes)
    } catch {
      throw .notGrouped(bytes.isEmpty ? "it is empty" : Self.words(error))
    }
    let resolver = LinkResolver(base: base, allowsFile: source.mayNameFiles)
    var folders = FileNames()
    var number = 0
    return houses.map { house in
      let folder = folders.next(for: house.house)
      var names = FileNames()
      let thumbnails = house.monarchs.map { monarch in
        defer { number += 1 }
        let url = monarch.thumbnail.map(Field.text) ?? .missing
        let entry = resolver.entry(RawEntry(name: .text(monarch.name), url: url), number: number + 1)
        let file = "\(folder)/\(names.next(for: entry.name)).png"
        return Thumbnail(
          photo: Photo(number: number, entry: entry, fileName: file),
          years: Printable.text(monarch.years ?? "", limit: 60))
      }
      return ThumbnailGroup(name: Printable.text(house.house, limit: 200), thumbnails: thumbnails)
    }
  }

  /// Where the list is something else, as `[3].monarchs[0].name`, and what is there.
  private static func words(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (last.map { [$0] } ?? [])
      let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
      return path.isEmpty ? "the whole" : path
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): return "\(place(context, key)) is missing"
    case .typeMismatch(_, let context): return "\(place(context)) is of another type"
    case .valueNotFound(_, let context): return "\(place(context)) is null"
    default: return "it is not JSON"
    }
  }
}
