import Foundation

/// A web service that answers searches with JSON. It is described by its URL and the positions of photos in its
/// replies.
public struct SearchService: Sendable, Equatable {
  /// The URL of a search, with the placeholder `{query}` for the search term.
  public var template: String
  /// The position of the array of items. If it is an object, its members are the items.
  public var items: JSONPointer
  /// The position of the photo's URL within an item.
  public var link: JSONPointer
  /// The position of the photo's name within an item. Photos without a name are named after their URL.
  public var name: JSONPointer?

  /// - Throws: `SearchError` if the template has no placeholder, or a pointer is invalid.
  public init(template: String, items: String, link: String, name: String? = nil) throws(SearchError) {
    guard template.contains(Self.place) else {
      throw SearchError("“\(template)” has no \(Self.place), which marks the place for the search words")
    }
    self.template = template
    self.items = try JSONPointer(items)
    self.link = try JSONPointer(link)
    self.name = if let name { try JSONPointer(name) } else { nil }
  }

  private static let place = "{query}"
  /// The unreserved characters of RFC 3986, which have no special meaning anywhere in a URL.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns the URL for a search term. Everything except letters, digits and `-._~` is percent-encoded.
  func url(for term: String) -> String {
    template.replacing(
      Self.place, with: term.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")
  }
}

extension SearchService {
  /// The predefined services.
  public enum Known: String, CaseIterable, Sendable {
    /// Openly licensed images, at most 20 without registration (https://api.openverse.org).
    case openverse
    /// Photos and pictures from Wikimedia Commons (https://www.mediawiki.org/wiki/API:Search, API:Imageinfo).
    case commons
  }

  /// Returns the search service of the sample server, which finds that server's own photos.
  /// - Parameter origin: The scheme and host, such as `http://127.0.0.1:8080`.
  public static func sample(at origin: String) throws(SearchError) -> SearchService {
    try SearchService(template: origin + "/search?q={query}", items: "/items", link: "/url", name: "/title")
  }

  public init(_ known: Known) throws(SearchError) {
    switch known {
    case .openverse:
      try self.init(
        template: "https://api.openverse.org/v1/images/?q={query}&page_size=20",
        items: "/results", link: "/url", name: "/title")
    case .commons:
      // formatversion=2 returns the pages as an array, and filetype:bitmap excludes videos, audio and documents.
      try self.init(
        template: "https://commons.wikimedia.org/w/api.php?action=query&format=json&formatversion=2"
          + "&generator=search&gsrnamespace=6&gsrlimit=50&gsrsearch=filetype:bitmap%20{query}"
          + "&prop=imageinfo&iiprop=url",
        items: "/query/pages", link: "/imageinfo/0/url", name: "/title")
    }
  }
}

/// A search term, and the service to search with it.
public struct Search: Sendable, Equatable {
  public let term: String
  public let service: SearchService

  public init(_ term: String, at service: SearchService) {
    self.term = term
    self.service = service
  }

  var url: String { service.url(for: term) }
}
