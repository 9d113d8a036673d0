import Imaging
import Painting
import WebServer

/// The monarchs' thumbnails and the list of them.
enum Portraits {
  static let width = 240
  static let height = 300

  /// One shield for each monarch, in the order of the list.
  private static let shields: [(path: String, shield: Shield)] = SampleCatalog.houses.flatMap { house in
    house.monarchs.enumerated().map { number, monarch in
      let shield = Shield(
        house.blazons[number % house.blazons.count],
        // The arched crown came with Henry V.
        crownIsClosed: (monarch.years.prefix(4)).description >= "1413" || monarch.years.hasPrefix("since"),
        numeral: monarch.numeral, seed: hash(monarch.name))
      return (monarch.path, shield)
    }
  }

  static let numberByPath: [String: Int] = Dictionary(
    uniqueKeysWithValues: shields.enumerated().map { ($1.path, $0) })

  /// The PNG file of that number. Takes some milliseconds.
  static func file(_ number: Int) throws -> [UInt8] {
    try encodePNG(shields[number].shield.picture(width: width, height: height))
  }

  /// An array of `{"house", "monarchs"}`, where monarchs is an array of `{"name", "years", "thumbnail"}`.
  /// - Parameter carried: query items that every thumbnail's URL carries on, already encoded.
  static func list(origin: String, carried: [String]) -> String {
    let query = carried.isEmpty ? "" : "?" + carried.joined(separator: "&")
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
