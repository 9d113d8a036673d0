import Foundation

/// A web service that answers a search with JSON: how it is asked, and where its reply has the photos.
public struct SearchService: Sendable, Equatable {
  /// The URL, with `{query}` in the place of the search term.
  public var template: String
  /// The array of items; or an object, whose members then are the items.
  public var items: JSONPointer
  /// The photo's URL, inside an item.
  public var link: JSONPointer
  /// The photo's name, inside an item; a photo without one is named after its URL.
  public var name: JSONPointer?

  /// - Throws: `SearchError`, when the template has no place for the search term, or a pointer is invalid.
  public init(template: String, items: String, link: String, name: String? = nil) throws(SearchError) {
    guard template.contains(Self.place) else {
      throw SearchError("“\(template)” has no \(Self.place), the place of the search words")
    }
    self.template = template
    self.items = try JSONPointer(items)
    self.link = try JSONPointer(link)
    self.name = if let name { try JSONPointer(name) } else { nil }
  }

  private static let place = "{query}"
  /// RFC 3986's unreserved characters, which have no special meaning anywhere in a URL.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The URL that asks for a term: everything in it but letters, digits and `-._~` is percent-encoded.
  func url(for term: String) -> String {
    template.replacing(
      Self.place, with: term.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")
  }
}

extension SearchService {
  /// The services that are known by a name.
  public enum Known: String, CaseIterable, Sendable {
    /// Openly licensed images, at most 20 without registration (https://api.openverse.org).
    case openverse
    /// The photos and pictures of Wikipedia (https://www.mediawiki.org/wiki/API:Search, API:Imageinfo).
    case commons
  }

  /// The sample server, which knows its own photos.
  /// - Parameter origin: scheme and host, as in `http://127.0.0.1:8080`.
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
      // formatversion=2 makes an array of the pages, and filetype:bitmap leaves out films, sounds and documents.
      try self.init(
        template: "https://commons.wikimedia.org/w/api.php?action=query&format=json&formatversion=2"
          + "&generator=search&gsrnamespace=6&gsrlimit=50&gsrsearch=filetype:bitmap%20{query}"
          + "&prop=imageinfo&iiprop=url",
        items: "/query/pages", link: "/imageinfo/0/url", name: "/title")
    }
  }
}

/// A term, and the service that is asked for it.
public struct Search: Sendable, Equatable {
  public let term: String
  public let service: SearchService

  public init(_ term: String, at service: SearchService) {
    self.term = term
    self.service = service
  }

  var url: String { service.url(for: term) }
}
