/// The list of the monarchs, with their thumbnails.
enum Portraits {
  /// Returns a JSON array of `{"house", "monarchs"}`, where monarchs is an array of `{"name", "years", "thumbnail"}`.
  /// - Parameter query: The percent-encoded query that is appended to the URL of every thumbnail.
  static func list(origin: String, query: String) -> String {
    let houses = SampleCatalog.houses.map { house in
      let monarchs = house.monarchs.map { monarch in
        """
            {"name": "\(jsonEscaped(monarch.name))", "years": "\(jsonEscaped(monarch.years))", \
        "thumbnail": "\(jsonEscaped(origin + monarch.path + query))"}
        """
      }
      return """
          {"house": "\(jsonEscaped(house.name))", "monarchs": [
        \(monarchs.joined(separator: ",\n"))
          ]}
        """
    }
    return "[\n" + houses.joined(separator: ",\n") + "\n]\n"
  }
}
