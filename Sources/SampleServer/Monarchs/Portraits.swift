import Imaging
import Painting
import WebServer

/// The monarchs' thumbnails and the list of them.
enum Portraits {
  /// The PNG files, each with one of the house's shields in turn. To make one takes some milliseconds.
  static let files: [(String, FileStore.Maker)] = SampleCatalog.houses.flatMap { house in
    house.monarchs.enumerated().map { number, monarch in
      let blazon = house.blazons[number % house.blazons.count]
      return (monarch.path, { try encodePNG(blazon.portrait(numeral: monarch.numeral)) })
    }
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
