import ArgumentParser
import PhotoLists

/// Where the photos come from: a list, or photos themselves.
struct ListOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A list: a file, an http(s) URL, or - for standard input. Or photos: files, folders, patterns. Without any: "
        + "sample photos from a built-in server.", valueName: "list or photos"),
    completion: .file())
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp("The column of a CSV or TSV list that has the URLs (default: url).", valueName: "name")
  )
  var urlColumn: String?

  @Option(help: ArgumentHelp("Take no more than so many entries of the list.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit).") }
    try refuseEmpty(urlColumn, of: "--url-column")
    if urlColumn != nil, arguments.count != 1 {
      throw ValidationError("--url-column is for one list: give it.")
    }
  }

  /// Whether there is one; else the sample photos are taken.
  var isGiven: Bool { !arguments.isEmpty }

  /// Nil where none was given.
  /// - Throws: `ListError`.
  func source() throws(ListError) -> ListSource? {
    guard let list = arguments.first else { return nil }
    return urlColumn == nil ? try ListSource(arguments: arguments) : ListSource(argument: list)
  }

  /// The source, read as the options say.
  func reading(_ source: ListSource) -> ListSource {
    guard urlColumn != nil || limit != nil else { return source }
    return .reading(source, ReadingOptions(urlColumn: urlColumn, limit: limit))
  }
}

/// A command that takes a list or photos.
protocol TakesPhotos {
  var input: ListOptions { get }
}
