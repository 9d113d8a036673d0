import Imaging
import NIOPosix
import WebServer

/// Which path answers what.
struct SampleRoutes: Sendable {
  private let photos: PhotoStore

  init(pool: NIOThreadPool) {
    photos = PhotoStore(pool: pool) { number in
      let photo = SampleCatalog.photos[number]
      let picture = photo.landscape.picture(width: photo.width, height: photo.height)
      return photo.storage.isPNG ? try encodePNG(picture) : try encodeJPEG(picture)
    }
  }

  func answer(_ request: Request) -> Answer? {
    guard request.method == .GET || request.method == .HEAD else {
      return .now(.methodNotAllowed(allowed: [.GET, .HEAD]))
    }
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
        return .badRequest("count=\(wanted) is not a number from 0 to 10000000")
      }
      count = number
    }
    let list = PhotoList(format: format, count: count, origin: "http://\(request.host)", carried: [])
    var response = Response(type: format.type, body: .stream(length: nil) { list.producer() })
    response.headers.add(name: "Cache-Control", value: "no-cache")
    return response
  }
}

extension Response {
  static func file(_ file: PhotoStore.File, type: String) -> Response {
    var response = Response(type: type, body: .bytes(file.bytes))
    response.setValidators(etag: file.etag, lastModified: HTTPDate(seconds: 1_735_689_600))
    response.headers.add(name: "Cache-Control", value: "public, max-age=3600")
    return response
  }
}
