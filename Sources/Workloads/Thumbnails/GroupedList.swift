import Base
import Engine
import Foundation
import PhotoLists
import Transport

/// A house of a grouped list, with its monarchs in order.
public struct ThumbnailGroup: Sendable {
  public let name: String
  /// The thumbnails, whose files go into a folder with the group's name.
  public let photos: [Photo]
}

/// A grouped list: a JSON array of `{"house", "monarchs"}`, where `monarchs` is an array of `{"name",
/// "years", "thumbnail"}`.
///
/// The key `house` may also be `group`, `name` or `title`, and `monarchs` may be `photos`, `images`,
/// `thumbnails` or `items`. For a photo's name and URL, the same keys are accepted as in other lists. The
/// list is read as a whole, so its size is limited.
struct GroupedList: Sendable {
  let source: ListSource
  /// The extension of the thumbnails' files, without the dot.
  let fileExtension: String

  static let largest = 16 << 20

  // MARK: Reading

  /// - Throws: `ListError`.
  func open(_ transport: Transport, onWait: @escaping @Sendable (TransferWait?) -> Void) throws
    -> any ByteSource
  {
    do throws(ListError.Reason) {
      return try source.open(transport, onWait: onWait)
    } catch {
      throw ListError(source: source, reason: error)
    }
  }

  /// Blocks the thread until the list has been read. Cancelling the job ends the wait.
  ///
  /// - Throws: `ListError` or `CancellationError`.
  func read(_ opened: any ByteSource, _ running: any Running) throws -> [ThumbnailGroup] {
    do throws(ListError.Reason) {
      running.onCancel { opened.cancel() }
      guard let bytes = try ByteStream.plain(opened).rest(upTo: Self.largest) else {
        throw .notGrouped("it is larger than \(Self.largest >> 20) MiB")
      }
      return try groups(of: Data(bytes), base: opened.base)
    } catch {
      if error == .cancelled { throw CancellationError() }
      throw ListError(source: source, reason: error)
    }
  }

  // MARK: Groups

  private struct House: Decodable {
    let house: String
    let monarchs: [Monarch]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: AnyKey.self)
      house = try members.decode(String.self, forKey: members.best("house", "group", "name", "title"))
      monarchs = try members.decode(
        [Monarch].self, forKey: members.best("monarchs", "photos", "images", "thumbnails", "items"))
    }
  }

  private struct Monarch: Decodable {
    let name: String
    let years: String?
    let thumbnail: String?

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: AnyKey.self)
      name = try members.decode(String.self, forKey: members.best(EntryKey.name.keys))
      years = try members.decodeIfPresent(String.self, forKey: AnyKey("years"))
      thumbnail = try members.decodeIfPresent(
        String.self, forKey: members.best(["thumbnail", "thumb"] + EntryKey.url.keys))
    }
  }

  /// - Parameter base: The base of relative URLs.
  func groups(of bytes: Data, base: RequestURL?) throws(ListError.Reason) -> [ThumbnailGroup] {
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
      let photos = house.monarchs.map { monarch in
        defer { number += 1 }
        let url = monarch.thumbnail.map(Field.text) ?? .missing
        let entry = resolver.entry(RawEntry(name: .text(monarch.name), url: url), number: number + 1)
        let path = "\(folder)/\(names.next(for: entry.name))"
        let years = Printable.text(monarch.years ?? "", limit: 60)
        return Photo(number: number, entry: entry, years: years, path: path, fileExtension: fileExtension)
      }
      return ThumbnailGroup(name: Printable.text(house.house, limit: 200), photos: photos)
    }
  }

  /// Returns a description of the problem and its location in the JSON, such as `[3].monarchs[0].name`.
  private static func words(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (last.map { [$0] } ?? [])
      let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
      return path.isEmpty ? "the list itself" : path
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): return "\(place(context, key)) is missing"
    case .typeMismatch(_, let context): return "\(place(context)) has the wrong type"
    case .valueNotFound(_, let context): return "\(place(context)) is null"
    default: return "it is not JSON"
    }
  }
}

/// A key with an arbitrary name.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<AnyKey> {
  /// Returns the first of these names that exists as a key, or the first name if none exists.
  fileprivate func best(_ names: String...) -> AnyKey { best(names) }

  fileprivate func best(_ names: [String]) -> AnyKey {
    let keys = names.map { AnyKey($0) }
    return keys.first(where: contains) ?? keys[0]
  }
}
