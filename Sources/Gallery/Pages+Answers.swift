import Engine
import Engines
import WebServer
import Workloads

/// The requests that a page can make:
///
/// | method | path | answer or effect |
/// | --- | --- | --- |
/// | GET | / and the page's other files | the file |
/// | POST | /pages?engines=… | opens a page with these engines, or the default ones. Answers with its ID and its tables |
/// | GET | /pages/ID/events | the page's updates, as server-sent events |
/// | POST | /pages/ID/scroll?kind=began, moved or rested&first=…&last=… | reports the visible rows, where `last` is exclusive. Ignored unless the page is connected |
/// | POST | /pages/ID/memory-warning, /pages/ID/retry, /pages/ID/close | |
/// | POST | /pages/ID/TABLE/retry?row=… | tries a failed photo again |
/// | GET | /pages/ID/TABLE/names?first=…&last=… | the names of rows |
/// | GET | /pages/ID/TABLE/image?row=…&image=… | an image of a row: with `image=1` the original, if it is still in memory, otherwise the latest |
/// | POST | /controls?delay=…&failure-rate=…&filter-delay=… | sets the controls |
extension Pages {
  func answer(_ request: Request) -> Answer? {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts.first) {
    case (.POST, "controls") where parts.count == 1: return .now(setControls(request.query))
    case (.POST, "pages") where parts.count == 1: return .now(newPage(request.query))
    case (_, "pages") where parts.count > 2:
      guard let page = self[parts[1]] else { return .now(.notFound(request.path)) }
      return answer(request, Array(parts[2...]), of: page)
    case (.GET, _), (.HEAD, _): return PageFiles.response(to: request.path).map(Answer.now)
    default: return nil
    }
  }

  private func newPage(_ query: Query) -> Response {
    let names = query["engines"]?.split(separator: ",").map(String.init)
    let engines = names?.compactMap(EngineName.init(rawValue:))
    // An engine can't be on both sides.
    guard engines?.count == names?.count,
      engines.map({ Set($0).count == $0.count && (1...2).contains($0.count) }) ?? true
    else {
      return .badRequest(
        "engines must be one or two different ones of \(EngineName.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    do {
      let page = try open(engines)
      let answer = NewPage(
        id: page.id, tables: page.tables.map(\.name), engines: EngineName.allCases.map(PageEngine.init),
        keepsAddress: configuration.port != 0)
      return .json(answer.json, status: .created)
    } catch {
      return Self.unavailable(error)
    }
  }

  private static func unavailable(_ error: any Error) -> Response {
    .text("503: \(error)\n", status: .serviceUnavailable)
  }

  private func answer(_ request: Request, _ parts: [String], of page: PageSession) -> Answer? {
    let tables = page.tables
    switch (request.method, parts.count, parts[0]) {
    case (.GET, 1, "events"):
      return .now(refusal(of: page).map(Self.unavailable) ?? .events { page.open($0) })
    case (.POST, 1, "scroll"):
      guard let event = ScrollEvent.Kind(request.query) else {
        return .now(
          .badRequest("kind must be began, moved or rested; moved and rested also need first and last"))
      }
      page.scroll(event)
    case (.POST, 1, "memory-warning"): for table in tables { table.scroll(.memoryWarning) }
    case (.POST, 1, "retry"): for table in tables { table.reload() }
    case (.POST, 1, "close"): end(page)
    case (_, 2, _): return page.table(parts[0]).flatMap { answer(request, parts[1], of: $0) }
    default: return nil
    }
    return .now(Response(.noContent))
  }

  private func answer(_ request: Request, _ what: String, of table: TableFront) -> Answer? {
    switch (request.method, what, request.query.number("row")) {
    case (.GET, "names", _):
      guard let rows = request.query.rows, rows.count <= 1000 else {
        return .now(.badRequest("first and last must be rows, at most 1000 apart"))
      }
      return .later { respond in table.names(rows) { respond(.json($0.json)) } }
    case (.GET, "image", nil), (.POST, "retry", nil): return .now(.badRequest("row must be a number"))
    case (.POST, "retry", let row?):
      table.retry(row)
      return .now(Response(.noContent))
    case (.GET, "image", let row?):
      return .later { respond in
        table.image(row, original: request.query["image"] == "1") { file in
          guard let file else { return respond(.notFound(request.path)) }
          var response = Response(type: file.type, body: .bytes(file.bytes))
          response.headers.add(name: "Cache-Control", value: "private, max-age=3600")
          respond(response)
        }
      }
    default: return nil
    }
  }

  private func setControls(_ query: Query) -> Response {
    var new = controls
    let known: [(String, WritableKeyPath<Controls, Double?>, Double, words: String)] = [
      ("delay", \.delay, 3600, "3600 seconds"), ("failure-rate", \.failureRate, 1, "1"),
      ("filter-delay", \.filterDelay, 3600, "3600 seconds"),
    ]
    for (name, control, most, words) in known {
      guard let text = query[name], new[keyPath: control] != nil else { continue }
      guard let number = Double(text), (0...most).contains(number) else {
        return .badRequest("\(name) must be from 0 to \(words)")
      }
      new[keyPath: control] = number
    }
    controls = new
    return Response(.noContent)
  }
}

private struct NewPage: Encodable {
  let id: String
  let tables: [String]
  /// The engines that the page can show.
  let engines: [PageEngine]
  /// Whether the program will have the same address after a restart.
  let keepsAddress: Bool
}

extension ScrollEvent.Kind {
  fileprivate init?(_ query: Query) {
    switch (query["kind"], query.rows) {
    case ("began", _): self = .began
    case ("moved", let rows?): self = .moved(rows)
    case ("rested", let rows?): self = .rested(rows)
    default: return nil
    }
  }
}

extension Query {
  fileprivate func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  fileprivate var rows: Range<Int>? {
    guard let first = number("first"), let last = number("last"), first >= 0, last >= first, last <= 1 << 30
    else { return nil }
    return first..<last
  }
}
