import Imaging
import NIOPosix
import WebServer

/// Which path answers what, and how it fares.
struct SampleRoutes: Sendable {
  private let photos: PhotoStore
  private let dice: FaultDice

  init(pool: NIOThreadPool, dice: FaultDice) {
    self.dice = dice
    photos = PhotoStore(pool: pool) { number in
      let photo = SampleCatalog.photos[number]
      let picture = photo.landscape.picture(width: photo.width, height: photo.height)
      return photo.storage.isPNG ? try encodePNG(picture) : try encodeJPEG(picture)
    }
  }

  func answer(_ request: Request) -> Answer {
    guard request.method == .GET || request.method == .HEAD else {
      return .now(.methodNotAllowed(allowed: [.GET, .HEAD]))
    }
    do throws(FaultsError) {
      var common = dice.faults
      // Whoever wants a list to fail asks for it in the list's URL.
      if !isPicture(request.path) { common.failureRate = 0 }
      let faults = try Faults(query: request.query, default: common)
      let fate = dice.roll(for: request.target, faults: faults)
      return (page(request) ?? .now(.notFound(request.path))).struck(by: fate)
    } catch {
      return .now(.badRequest(error.description))
    }
  }

  private func isPicture(_ path: String) -> Bool {
    path.hasPrefix("/photos/") || path.hasPrefix("/monarchs/")
  }

  private func page(_ request: Request) -> Answer? {
    if let number = SampleCatalog.indexByPath[request.path] { return photo(number) }
    if let format = ListFormat(rawValue: request.path) { return .now(list(format, for: request)) }
    if request.path == SampleCatalog.letterPath { return .now(.text(SampleCatalog.letter)) }
    return nil
  }

  private func photo(_ number: Int) -> Answer {
    let type = SampleCatalog.photos[number].type
    if let file = photos.ready(number) { return .now(.file(file, type: type)) }
    return .later { [photos] respond in
      photos.get(number) { result in
        switch result {
        case .success(let file): respond(.file(file, type: type))
        case .failure(let error): respond(.text("500: \(error)\n", status: .internalServerError))
        }
      }
    }
  }

  private func list(_ format: ListFormat, for request: Request) -> Response {
    var count = SampleCatalog.entries.count
    if let wanted = request.query["count"] {
      guard let number = Int(wanted), (0...10_000_000).contains(number) else {
        return .badRequest("count=\(wanted) is not a whole number from 0 to 10000000")
      }
      count = number
    }
    let carried = request.query.items.filter { $0.name.hasPrefix("photo.") }.map {
      percentEncoded(String($0.name.dropFirst("photo.".count))) + "=" + percentEncoded($0.value)
    }
    let list = PhotoList(format: format, count: count, origin: "http://\(request.host)", carried: carried)
    var response = Response(type: format.type, body: .stream(length: nil) { list.producer() })
    response.headers.add(name: "Cache-Control", value: "no-cache")
    return response
  }
}

extension Response {
  /// A picture that never changes.
  static func file(_ file: PhotoStore.File, type: String) -> Response {
    var response = Response(type: type, body: .bytes(file.bytes))
    // The first second of 2025: older than any run of the program, and the same in all of them.
    response.setValidators(etag: file.etag, lastModified: HTTPDate(seconds: 1_735_689_600))
    response.headers.add(name: "Cache-Control", value: "public, max-age=3600")
    return response
  }
}
