import WebServer

/// The replies of the sample server, and the faults that affect them.
struct SampleRoutes: Sendable {
  let dice: FaultDice

  func answer(_ request: Request) -> Answer {
    guard request.method == .GET || request.method == .HEAD else { return .now(.readOnly) }
    do throws(FaultsError) {
      var common = dice.faults
      // Lists fail only if their own URL asks for it.
      if !isPicture(request.path) { common.failureRate = 0 }
      let faults = try Faults(query: request.query, default: common)
      let client = request.headers.first(name: "User-Agent") ?? ""
      let fate = dice.roll(for: request.target, by: client, faults: faults)
      return (page(request) ?? .now(.notFound(request.path))).struck(by: fate)
    } catch {
      return .now(.badRequest(error.reason))
    }
  }

  private func isPicture(_ path: String) -> Bool {
    path.hasPrefix("/photos/") || path.hasPrefix("/monarchs/")
  }

  private func page(_ request: Request) -> Answer? {
    if let file = SampleFile.response(for: request.path) { return .now(file) }
    if let format = SampleListFormat(rawValue: request.path) { return .now(list(format, for: request)) }
    switch request.path {
    case "/": return .now(.html(FrontPage.html))
    case "/monarchs.json":
      return .now(fresh(.json(Portraits.list(origin: request.origin, query: request.carriedQuery))))
    case "/search": return .now(fresh(search(request)))
    case SampleCatalog.letterPath: return .now(.text(SampleCatalog.letter))
    default: return nil
    }
  }

  private func search(_ request: Request) -> Response {
    guard let count = request.count(default: 20, limit: 1_000) else { return .badCount(limit: 1_000) }
    return .json(
      Search.reply(
        request.query["q"] ?? "", count: count, origin: request.origin, query: request.carriedQuery))
  }

  private func list(_ format: SampleListFormat, for request: Request) -> Response {
    let limit = 10_000_000
    guard let count = request.count(default: SampleCatalog.entries.count, limit: limit) else {
      return .badCount(limit: limit)
    }
    let list = PhotoList(format: format, count: count, origin: request.origin, carried: request.carried)
    return fresh(Response(type: format.type, body: .stream(length: nil) { list.producer() }))
  }

  /// Marks a response as not cacheable, because its URLs depend on the requested host.
  private func fresh(_ response: Response) -> Response {
    var response = response
    response.headers.add(name: "Cache-Control", value: "no-cache")
    return response
  }
}

extension Request {
  /// The scheme and host of the URLs in a list.
  fileprivate var origin: String { "http://" + host }

  /// The query items that a list passes on to its photos' URLs: those that begin with `photo.`, without that prefix.
  fileprivate var carried: [String] {
    query.items.filter { $0.name.hasPrefix("photo.") }.map {
      percentEncoded(String($0.name.dropFirst("photo.".count))) + "=" + percentEncoded($0.value)
    }
  }

  /// The carried items as a query, or an empty string.
  fileprivate var carriedQuery: String { carried.isEmpty ? "" : "?" + carried.joined(separator: "&") }

  /// Returns the query's `count`, or nil if it isn't a whole number within the limit.
  fileprivate func count(default usual: Int, limit: Int) -> Int? {
    guard let text = query["count"] else { return usual }
    guard let count = Int(text), (0...limit).contains(count) else { return nil }
    return count
  }
}

extension Response {
  fileprivate static func badCount(limit: Int) -> Response {
    .badRequest("count is not a whole number from 0 to \(limit)")
  }
}
