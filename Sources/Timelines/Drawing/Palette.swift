/// The colours of the engines in all charts, timelines and pages.
///
/// They can be told apart even by people who see fewer colours (after Okabe and Ito,
/// https://jfly.uni-koeln.de/color/). When used for text, each has a contrast of at least 4.5 to its background.
public enum Palette: String, CaseIterable, Sendable {
  case gcd, operation, tasks, serial

  /// The colour on a light background, as `#rrggbb`.
  public var light: String { colors.light }
  /// The colour on a dark background, as `#rrggbb`.
  public var dark: String { colors.dark }

  private var colors: (light: String, dark: String) {
    switch self {
    case .gcd: ("#0067b3", "#58b0f5")
    case .operation: ("#c24a00", "#f0924a")
    case .tasks: ("#007a55", "#35c495")
    case .serial: ("#6b6b6b", "#a0a0a0")
    }
  }

  /// Creates the palette of an engine. An engine that has no case here is drawn like the baseline.
  public init(engine: String) { self = Palette(rawValue: engine) ?? .serial }

  /// The colour in a style sheet: `var(--gcd)`.
  public var property: String { "var(--\(rawValue))" }

  /// The background, the text, and the colours of less important parts.
  public struct Paper: Sendable {
    public let ground: String
    public let panel: String
    public let ink: String
    public let dim: String
    public let rule: String
  }

  public static let lightPaper = Paper(
    ground: "#ffffff", panel: "#f6f8fa", ink: "#1f2328", dim: "#59636e", rule: "#d8dee4")
  public static let darkPaper = Paper(
    ground: "#0d1117", panel: "#161b22", ink: "#e6edf3", dim: "#9da7b3", rule: "#30363d")

  /// A style sheet in which `--hue` is the colour of the engine that an element's `data-engine` names. It needs the
  /// properties of `styleSheet`.
  public static var engines: String {
    "[data-engine]{--hue:\(Palette.serial.property)}\n"
      + allCases.map { "[data-engine=\"\($0.rawValue)\"]{--hue:\($0.property)}\n" }.joined()
  }

  /// Returns all colours as custom properties, light or dark as the reader prefers, and light on paper.
  /// - Parameter root: The selector of the element that gets them.
  public static func styleSheet(root: String = ":root") -> String {
    func properties(isDark: Bool) -> String {
      let paper = isDark ? darkPaper : lightPaper
      return "--ground:\(paper.ground);--panel:\(paper.panel);--ink:\(paper.ink);--dim:\(paper.dim);"
        + "--rule:\(paper.rule);"
        + allCases.map { "--\($0.rawValue):\(isDark ? $0.dark : $0.light)" }.joined(separator: ";")
    }
    return "\(root){\(properties(isDark: false))}"
      + "@media screen and (prefers-color-scheme:dark){\(root){\(properties(isDark: true))}}"
  }
}
