import Timelines

/// How a line looks: our engines are drawn full, the raw APIs under them dashed in the same colour.
public enum ChartLook: String, CaseIterable, Sendable {
  case gcd, dispatch, dispatchLimited, operation, operationQueue, tasks, taskGroup, floor

  private var color: Palette {
    switch self {
    case .gcd, .dispatch, .dispatchLimited: .gcd
    case .operation, .operationQueue: .operation
    case .tasks, .taskGroup: .tasks
    case .floor: .serial
    }
  }

  private var dashes: String {
    switch self {
    case .dispatch, .operationQueue, .taskGroup: "6 4"
    case .dispatchLimited: "6 4 2 4"
    case .floor: "2 4"
    default: "none"
    }
  }

  static var styleSheet: String {
    func colors(isDark: Bool) -> String {
      let paper = isDark ? Palette.darkPaper : Palette.lightPaper
      let lines = allCases.map { look in
        let color = isDark ? look.color.dark : look.color.light
        return ".\(look.rawValue){stroke:\(color)}.name.\(look.rawValue),.dot.\(look.rawValue){fill:\(color)}"
      }
      return ".ground{fill:\(paper.ground)}.title,.words{fill:\(paper.ink)}.label{fill:\(paper.dim)}"
        + ".grid{stroke:\(paper.rule)}.axis,.mark{stroke:\(paper.dim)}"
        + lines.joined()
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
