/// Splits texts and queries into the words that a search compares. The site's script uses the same lists.
public enum SearchWords {
  /// Words that occur in every English question. They are neither indexed nor reported as missing.
  public static let common: Set<String> = [
    "after", "am", "an", "and", "any", "are", "as", "at", "be", "best", "but", "by", "can", "did", "do",
    "does", "doesn", "don", "for", "from", "get", "has", "have", "how", "if", "in", "into", "ios", "is",
    "isn", "it", "its", "me", "my", "not", "of", "on", "only", "or", "should", "so", "some", "swift", "than",
    "that", "the", "then", "there", "they", "this", "to", "use", "using", "vs", "was", "way", "we", "were",
    "what", "when", "where", "which", "who", "why", "will", "with", "without", "you", "your",
  ]

  /// The endings by which forms of a word differ. Each step replaces the first ending that a word has.
  public static let endings: [[[String]]] = [
    [["ss", "ss"], ["us", "us"], ["is", "is"], ["ies", "y"], ["s", ""]],
    [["ied", "y"], ["eed", "eed"], ["ing", ""], ["ed", ""]],
    [["hronous", ""], ["hronously", ""], ["ellation", "el"], ["ion", ""], ["ncy", "nt"], ["e", ""]],
    ["b", "d", "g", "l", "m", "n", "p", "r", "t"].map { ["\($0)\($0)", $0] },
  ]

  /// The minimum number of letters that remain of a word.
  public static let least = 3

  /// Words that people type for others, which stand first in these groups.
  private static let groups = [
    "cancel stop abort kill terminate", "suspend pause", "finish complete done end",
    "several multiple two three both", "concurrent parallel simultaneous simultaneously",
    "limit maximum max restrict", "download fetch load", "photo image picture",
    "hang freeze unresponsive stuck", "error failure fail", "function method", "remove drop delete",
    "order sequence sequential sequentially",
  ]

  /// The stem that stands for another one.
  public static let synonyms = groups.reduce(into: [String: String]()) { synonyms, group in
    let stems = group.split(separator: " ").map { base(String($0)) }
    for stem in stems.dropFirst() { synonyms[stem] = stems[0] }
  }

  /// Returns the stem that the forms of a word, and other words for it, share: `cancel` for `cancelled` and `stopped`.
  public static func stem(_ word: String) -> String {
    let base = base(word)
    return synonyms[base] ?? base
  }

  private static func base(_ word: String) -> String {
    endings.reduce(word) { word, step in
      let ending = step.first { word.hasSuffix($0[0]) && word.count - $0[0].count >= least }
      return ending.map { word.dropLast($0[0].count) + $0[1] } ?? word
    }
  }

  /// Returns the stems of a text's words, without common ones and the targets of links.
  public static func stems(_ text: String) -> Set<String> {
    let words = text.replacing(/\]\([^)]*\)|<\/?sup>/, with: " ").lowercased().names
    let bare = Set(words).map { String($0.drop { $0 == "_" }) }
    return Set(bare.filter { $0.count > 1 && !common.contains($0) }.map(stem))
  }
}
