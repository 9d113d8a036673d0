import Imaging
import Painting
import WebServer

/// The monarchs' thumbnails and the list of them.
enum Portraits {
  /// Everyone in the order of the list, each with one of the house's shields in turn.
  private static let portraits: [(monarch: Monarch, blazon: Blazon)] = SampleCatalog.houses.flatMap { house in
    house.monarchs.enumerated().map { ($1, house.blazons[$0 % house.blazons.count]) }
  }

  static let numberByPath: [String: Int] = Dictionary(
    uniqueKeysWithValues: portraits.enumerated().map { ($1.monarch.path, $0) })

  /// The PNG file of that number. Takes some milliseconds.
  @Sendable static func file(_ number: Int) throws -> [UInt8] {
    let (monarch, blazon) = portraits[number]
    return try encodePNG(blazon.portrait(numeral: monarch.numeral))
  }

  /// An array of `{"house", "monarchs"}`, where monarchs is an array of `{"name", "years", "thumbnail"}`.
  /// - Parameter query: what every thumbnail's URL ends in, already encoded.
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
