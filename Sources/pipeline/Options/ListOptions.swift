import ArgumentParser
import Foundation
import PhotoLists

/// The options that name the source of the photos: a list, the photos themselves, or a search.
struct ListOptions: ParsableArguments {
  @Argument(
    help: .about("A list, or photos and folders; default: samples.", "list or photos"),
    completion: .file())
  var arguments: [String] = []

  @Option(help: .rare("The column with the URLs in a CSV or TSV list (default: url).", "name"))
  var urlColumn: String?

  @Option(help: .rare("Use at most this many entries of the list.", "n"))
  var limit: Int?

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
    if isGiven, search != nil { throw ValidationError("give a list or --search, not both.") }
    try check("--limit", limit, atLeast: 1)
    try refuseEmpty(urlColumn, of: "--url-column")
    if urlColumn != nil, arguments.count != 1 {
      throw ValidationError("--url-column requires exactly one list.")
    }
  }

  /// Whether a list or photos were given.
  private var isGiven: Bool { !arguments.isEmpty }

  /// Whether the photos are those of the sample list.
  var usesSamples: Bool { !isGiven && search == nil }

  /// Whether the sample server is needed, for its list or for a search.
  var usesSampleServer: Bool { !isGiven && searchURL == nil }

  /// Returns the source of the photos. Reports ignored files of a folder on standard error.
  /// - Parameters:
  ///   - server: The address of the sample server, or nil if it isn't needed.
  ///   - samples: The path of the sample list on that server.
  /// - Throws: `ListError`, or `SearchError`.
  func source(_ server: String?, samples: String, isQuiet: Bool) throws -> ListSource {
    var source = ListSource.url("\(server ?? "")/\(samples)")
    if let search {
      source = .search(Search(search, at: try service(sampleServer: server ?? "")))
    } else if let list = arguments.first {
      source = try urlColumn == nil ? ListSource(arguments: arguments) : ListSource(argument: list)
      if urlColumn == nil, !isQuiet { reportIgnored() }
    }
    return urlColumn == nil && limit == nil ? source : .reading(source, urlColumn: urlColumn, limit: limit)
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

  private func reportIgnored() {
    let ignored = ListSource.ignored(in: arguments)
    if !ignored.files.isEmpty { Terminal.error.write("pipeline: \(Self.words(ignored: ignored.files))\n") }
    if !ignored.folders.isEmpty {
      Terminal.error.write(
        "pipeline: \(counted(ignored.folders.count, "subfolder")) not searched: \(Self.names(ignored.folders)). "
          + "To include one, give it, too.\n")
    }
  }

  /// Returns a summary of ignored files, such as “3 other files ignored (2 .cr2, 1 .txt): a.cr2, b.cr2, c.txt”.
  static func words(ignored: [String]) -> String {
    let endings = ignored.map { URL(fileURLWithPath: $0).pathExtension.lowercased() }
    let kinds = Dictionary(endings.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = kinds.prefix(5).map {
      "\($0.value) \($0.key.isEmpty ? "without extension" : oneLine("." + $0.key))"
    }
    if kinds.count > parts.count { parts.append("…") }
    return counted(ignored.count, "other file")
      + " ignored (\(parts.joined(separator: ", "))): \(names(ignored))"
  }

  private static func names(_ names: [String]) -> String {
    names.prefix(10).map { cut($0, to: 40) }.joined(separator: ", ")
      + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }
}

/// A command that takes a list or photos.
protocol TakesPhotos {
  var input: ListOptions { get }
  /// The path of the sample list on the sample server.
  var samples: String { get }
}

extension TakesPhotos {
  var samples: String { "photos.plist" }
}

extension SessionCommand where Self: TakesPhotos {
  var arguments: [String] { input.arguments }
  var usesSampleServer: Bool { input.usesSampleServer }

  func source(_ server: String?) throws -> ListSource {
    try input.source(server, samples: samples, isQuiet: options.quiet)
  }
}
