/// A search for photos by the words of their names and tags.
enum Search {
  /// Returns the photos that match every word, in the order of the catalogue. Without words, returns all photos.
  ///
  /// A word matches if it begins a word of the name or a tag, ignoring case.
  static func photos(_ text: String) -> [SamplePhoto] {
    let wanted = words(text)
    return SampleCatalog.photos.filter { photo in
      let own = words(photo.name) + photo.tags
      return wanted.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
  }

  /// Returns the JSON `{"query", "total", "items"}`, where items is an array of `{"title", "url", "width", "height",
  /// "tags"}`.
  /// - Parameters:
  ///   - count: The maximum number of items. `total` counts all matches.
  ///   - query: The encoded query that is appended to every photo's URL.
  static func reply(_ text: String, count: Int, origin: String, query: String) -> String {
    let found = photos(text)
    let items = found.prefix(count).map { photo in
      let tags = photo.tags.map { "\"\(jsonEscaped($0))\"" }.joined(separator: ", ")
      return """
            {"title": "\(jsonEscaped(photo.name))", "url": "\(jsonEscaped(origin + photo.path + query))", \
        "width": \(photo.width), "height": \(photo.height), "tags": [\(tags)]}
        """
    }
    return """
      {
        "query": "\(jsonEscaped(text))",
        "total": \(found.count),
        "items": [
      \(items.joined(separator: ",\n"))
        ]
      }

      """
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
