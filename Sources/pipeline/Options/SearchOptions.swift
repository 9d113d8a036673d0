import ArgumentParser
import PhotoLists
import Workloads

/// A search that takes the place of a list.
struct SearchOptions: ParsableArguments {
  private static let services = SearchService.Known.allCases.map(\.rawValue)

  @Option(help: .about("Search for photos, by default in the samples.", "words"))
  var search: String?

  @Option(
    help: .rare("\(services.joined(separator: ", ")), or a URL with {query}.", "url"),
    completion: .list(services))
  var searchURL: String?

  @Option(
    help: .rare(
      "A JSON pointer to the items in the reply, such as /results (default: the reply itself is the array).",
      "pointer"))
  var searchItems: String?

  @Option(help: .rare("A JSON pointer to the image's URL in an item (default: /url).", "pointer"))
  var searchLink: String?

  func validate() throws {
    if search == nil, searchURL != nil || searchItems != nil || searchLink != nil {
      throw ValidationError(
        "--search-url, --search-items and --search-link need words to search for: --search.")
    }
    if search?.allSatisfy(\.isWhitespace) == true {
      throw ValidationError("--search needs words to search for.")
    }
    do { _ = try service(sampleServer: "http://localhost") } catch let error as SearchError {
      throw ValidationError("\(error).")
    }
  }

  /// Returns the search as a list, or nil if there is no search.
  /// - Parameter sampleServer: The URL of the sample server, or nil if it isn't needed.
  func list(sampleServer: String?) throws -> ListSource? {
    guard let search else { return nil }
    return .search(Search(search, at: try service(sampleServer: sampleServer ?? "")))
  }

  private func service(sampleServer: String) throws -> SearchService {
    var service: SearchService
    if let searchURL {
      service =
        if let known = SearchService.Known(rawValue: searchURL) { try SearchService(known) } else {
          try SearchService(template: searchURL, items: "", link: "/url")
        }
    } else {
      service = try .sample(at: sampleServer)
    }
    if let searchItems { service.items = try JSONPointer(searchItems) }
    if let searchLink { service.link = try JSONPointer(searchLink) }
    return service
  }
}
