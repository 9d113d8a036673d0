import Painting

/// A royal house of England, then of Great Britain and the United Kingdom, with its monarchs in their order.
///
/// Names and years are those of the monarchy's own list (https://www.royal.uk/kings-and-queens-1066). Shields are
/// inventions in the houses' colours; the roses and Saxony's bars are as history has them.
public struct House: Sendable {
  public let name: String
  public let monarchs: [Monarch]

  let blazons: [Blazon]

  /// - Parameter reigns: who reigned, and when.
  init(_ name: String, _ blazons: [Blazon], _ reigns: KeyValuePairs<String, String>) {
    self.name = name
    self.blazons = blazons
    monarchs = reigns.map { Monarch(name: $0.key, years: $0.value) }
  }
}

public struct Monarch: Sendable, Equatable {
  public let name: String
  /// When they reigned, as in `1509–1547`.
  public let years: String

  /// Where the server has the thumbnail, beginning with a slash.
  public var path: String {
    "/monarchs/" + name.lowercased().split(separator: " ").joined(separator: "-") + ".png"
  }

  /// The Roman figure in the name; empty when there was only one of that name.
  var numeral: String {
    let last = name.split(separator: " ").last.map(String.init) ?? ""
    return last.allSatisfy { "IV".contains($0) } ? last : ""
  }
}

extension SampleCatalog {
  /// From the Conquest to today.
  public static let houses: [House] = [
    House(
      "Normandy",
      [Blazon(.red, (.cross, .gold)), Blazon(.red, (.sun, .gold)), Blazon(.red, (.pale, .gold))],
      ["William I": "1066–1087", "William II": "1087–1100", "Henry I": "1100–1135"]),
    House("Blois", [Blazon(.blue, (.bend, .silver))], ["Stephen": "1135–1154"]),
    House(
      "Plantagenet",
      [
        Blazon(.red, (.fleurDeLis, .gold)), Blazon(.red, (.saltire, .gold)), Blazon(.red, (.chevron, .gold)),
        Blazon(.red, (.quarters, .blue), (.fleurDeLis, .gold)),
      ],
      [
        "Henry II": "1154–1189", "Richard I": "1189–1199", "John": "1199–1216", "Henry III": "1216–1272",
        "Edward I": "1272–1307", "Edward II": "1307–1327", "Edward III": "1327–1377",
        "Richard II": "1377–1399",
      ]),
    House(
      "Lancaster",
      [
        Blazon(.gold, (.rose, .red), (.seeds, .gold)),
        Blazon(.silver, (.perPale, .blue), (.rose, .red), (.seeds, .gold)),
      ],
      ["Henry IV": "1399–1413", "Henry V": "1413–1422", "Henry VI": "1422–1461, 1470–1471"]),
    House(
      "York",
      [
        Blazon(.purple, (.perPale, .blue), (.rose, .silver), (.seeds, .gold)),
        Blazon(.blue, (.chevron, .purple), (.sun, .gold)),
      ],
      ["Edward IV": "1461–1470, 1471–1483", "Edward V": "1483", "Richard III": "1483–1485"]),
    House(
      "Tudor",
      [
        Blazon(.silver, (.perPale, .green), (.rose, .red), (.smallRose, .silver), (.seeds, .gold)),
        Blazon(.green, (.rose, .red), (.smallRose, .silver), (.seeds, .gold)),
      ],
      [
        "Henry VII": "1485–1509", "Henry VIII": "1509–1547", "Edward VI": "1547–1553", "Mary I": "1553–1558",
        "Elizabeth I": "1558–1603",
      ]),
    House(
      "Stuart",
      [
        Blazon(.gold, (.saltire, .red)), Blazon(.blue, (.saltire, .silver)),
        Blazon(.gold, (.chevron, .red)), Blazon(.blue, (.fleurDeLis, .gold)),
      ],
      [
        "James I": "1603–1625", "Charles I": "1625–1649", "Charles II": "1660–1685", "James II": "1685–1688",
        "William III": "1689–1702", "Mary II": "1689–1694", "Anne": "1702–1714",
      ]),
    House(
      "Hanover",
      [
        Blazon(.red, (.star, .silver)), Blazon(.red, (.bend, .gold)),
        Blazon(.blue, (.pale, .red), (.star, .gold)),
      ],
      [
        "George I": "1714–1727", "George II": "1727–1760", "George III": "1760–1820",
        "George IV": "1820–1830", "William IV": "1830–1837", "Victoria": "1837–1901",
      ]),
    House("Saxe-Coburg and Gotha", [Blazon(.gold, (.bars, .black))], ["Edward VII": "1901–1910"]),
    House(
      "Windsor",
      [
        Blazon(.red, (.quarters, .blue), (.star, .gold)), Blazon(.blue, (.cross, .silver)),
        Blazon(.blue, (.sun, .silver)), Blazon(.red, (.pale, .blue), (.sun, .gold)),
        Blazon(.green, (.saltire, .gold), (.star, .silver)),
      ],
      [
        "George V": "1910–1936", "Edward VIII": "1936", "George VI": "1936–1952",
        "Elizabeth II": "1952–2022", "Charles III": "since 2022",
      ]),
  ]
}
