/// A royal house of England, then of Great Britain and the United Kingdom, with its monarchs in chronological order.
///
/// Names and years are from the royal family's website (https://www.royal.uk/kings-and-queens-1066). The shields in the
/// portraits are invented, in the colours of the houses. Only the roses and Saxony's bars are historical.
public struct House: Sendable {
  public let name: String
  public let monarchs: [Monarch]

  /// - Parameter reigns: The monarchs' names and the years of their reigns.
  init(_ name: String, _ reigns: KeyValuePairs<String, String>) {
    self.name = name
    monarchs = reigns.map { Monarch(name: $0.key, years: $0.value) }
  }
}

public struct Monarch: Sendable, Equatable {
  public let name: String
  /// The years of the reign, such as `1509–1547`.
  public let years: String

  /// The path of the thumbnail on the server, with a leading slash.
  public var path: String {
    "/monarchs/" + name.lowercased().split(separator: " ").joined(separator: "-") + ".png"
  }
}

extension SampleCatalog {
  /// The royal houses from the Conquest to today.
  public static let houses: [House] = [
    House("Normandy", ["William I": "1066–1087", "William II": "1087–1100", "Henry I": "1100–1135"]),
    House("Blois", ["Stephen": "1135–1154"]),
    House(
      "Plantagenet",
      [
        "Henry II": "1154–1189", "Richard I": "1189–1199", "John": "1199–1216", "Henry III": "1216–1272",
        "Edward I": "1272–1307", "Edward II": "1307–1327", "Edward III": "1327–1377",
        "Richard II": "1377–1399",
      ]),
    House(
      "Lancaster",
      ["Henry IV": "1399–1413", "Henry V": "1413–1422", "Henry VI": "1422–1461, 1470–1471"]),
    House("York", ["Edward IV": "1461–1470, 1471–1483", "Edward V": "1483", "Richard III": "1483–1485"]),
    House(
      "Tudor",
      [
        "Henry VII": "1485–1509", "Henry VIII": "1509–1547", "Edward VI": "1547–1553", "Mary I": "1553–1558",
        "Elizabeth I": "1558–1603",
      ]),
    House(
      "Stuart",
      [
        "James I": "1603–1625", "Charles I": "1625–1649", "Charles II": "1660–1685", "James II": "1685–1688",
        "William III": "1689–1702", "Mary II": "1689–1694", "Anne": "1702–1714",
      ]),
    House(
      "Hanover",
      [
        "George I": "1714–1727", "George II": "1727–1760", "George III": "1760–1820",
        "George IV": "1820–1830", "William IV": "1830–1837", "Victoria": "1837–1901",
      ]),
    House("Saxe-Coburg and Gotha", ["Edward VII": "1901–1910"]),
    House(
      "Windsor",
      [
        "George V": "1910–1936", "Edward VIII": "1936", "George VI": "1936–1952", "Elizabeth II": "1952–2022",
        "Charles III": "since 2022",
      ]),
  ]
}
