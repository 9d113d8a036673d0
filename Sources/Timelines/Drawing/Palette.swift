/// The colours of the engines in all charts, timelines and pages.
///
/// They can be told apart even by people who see fewer colours (after Okabe and Ito,
/// https://jfly.uni-koeln.de/color/). When used for text, each has a contrast of at least 4.5 to its background.
public enum Palette: String, CaseIterable, Sendable {
  case gcd, operation, tasks, serial

  /// The colours on a light and on a dark background, as `#rrggbb`.
  var colors: (light: String, dark: String) {
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

  /// All colours by name: the background, the text, those of less important parts, and those of the engines.
  static let all: [(name: String, light: String, dark: String)] =
    [
      ("ground", "#ffffff", "#0d1117"), ("panel", "#f6f8fa", "#161b22"), ("ink", "#1f2328", "#e6edf3"),
      ("dim", "#59636e", "#9da7b3"), ("rule", "#d8dee4", "#30363d"),
    ] + allCases.map { ($0.rawValue, $0.colors.light, $0.colors.dark) }

  /// A style sheet in which `--hue` is the colour of the engine that an element's `data-engine` names. It needs the
  /// properties of `styleSheet`.
  public static var engines: String {
    "[data-engine]{--hue:\(Palette.serial.property)}\n"
      + allCases.map { "[data-engine=\"\($0.rawValue)\"]{--hue:\($0.property)}\n" }.joined()
  }

  /// Returns all colours as custom properties, light or dark as the reader prefers, and light on paper.
  /// - Parameter root: The selector of the element that gets them.
  public static func styleSheet(root: String = ":root") -> String {
    let light = all.map { "--\($0.name):\($0.light)" }.joined(separator: ";")
    let dark = all.map { "--\($0.name):\($0.dark)" }.joined(separator: ";")
    return "\(root){\(light)}@media screen and (prefers-color-scheme:dark){\(root){\(dark)}}"
  }
}
