/// How a line looks: our engines are drawn full, the raw APIs under them dashed in the same colour.
public enum ChartLook: String, CaseIterable, Sendable {
  case gcd, dispatch, operation, operationQueue, other, floor

  /// On white and on near black; distinct also for those who see fewer colours (after Okabe and Ito).
  private var colors: (light: String, dark: String) {
    switch self {
    case .gcd, .dispatch: ("#0067b3", "#58b0f5")
    case .operation, .operationQueue: ("#c24a00", "#f0924a")
    case .other: ("#007a55", "#35c495")
    case .floor: ("#6b6b6b", "#a0a0a0")
    }
  }

  private var dashes: String {
    switch self {
    case .dispatch, .operationQueue: "6 4"
    case .floor: "2 4"
    default: "none"
    }
  }

  static var styleSheet: String {
    func colors(isDark: Bool) -> String {
      let (ground, ink, dim, grid) =
        isDark
        ? ("#0d1117", "#e6edf3", "#9da7b3", "#30363d") : ("#ffffff", "#1f2328", "#59636e", "#d8dee4")
      let lines = allCases.map { look in
        let color = isDark ? look.colors.dark : look.colors.light
        return ".\(look.rawValue){stroke:\(color)}.name.\(look.rawValue),.dot.\(look.rawValue){fill:\(color)}"
      }
      return ".ground{fill:\(ground)}.title,.words{fill:\(ink)}.label{fill:\(dim)}.grid{stroke:\(grid)}"
        + ".axis,.mark{stroke:\(dim)}.leader{stroke:\(grid)}" + lines.joined()
    }
    let shapes =
      "text{font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}.title{font-size:16px;"
      + "font-weight:600}.name{font-weight:600;stroke:none!important}.middle{text-anchor:middle}"
      + ".end{text-anchor:end}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.dot{stroke:none!important}"
      + ".spread{stroke-width:1.2;opacity:.7}.mark{stroke-dasharray:3 3}"
    let dashed = allCases.map { ".line.\($0.rawValue){stroke-dasharray:\($0.dashes)}" }.joined()
    return shapes + dashed + colors(isDark: false)
      + "@media(prefers-color-scheme:dark){\(colors(isDark: true))}"
  }
}
