import Base
import WebServer

extension Answer {
  /// Returns this answer with the faults of a request applied to it.
  func struck(by fate: FaultDice.Fate) -> Answer {
    // A failure without a body doesn't have to wait for the body.
    if case .later = self, let failure = Response.failure(fate) { return .now(failure.struck(by: fate)) }
    return map { $0.struck(by: fate) }
  }
}

extension Response {
  fileprivate func struck(by fate: FaultDice.Fate) -> Response {
    var struck = Response.failure(fate) ?? (fate.fault == .garbage ? garbage(seed: fate.seed) : self)
    struck.delivery.delay = fate.delay
    struck.delivery.rate = fate.rate
    struck.delivery.ending = fate.fault?.ending ?? .complete
    // A faulty response must not stay in a cache.
    if fate.fault != nil { struck.headers.replaceOrAdd(name: "Cache-Control", value: "no-store") }
    return struck
  }

  fileprivate static func failure(_ fate: FaultDice.Fate) -> Response? {
    let status: Status
    switch fate.fault {
    case .notFound: status = .notFound
    case .tooManyRequests: status = .tooManyRequests
    case .serverError: status = .internalServerError
    case .unavailable: status = .serviceUnavailable
    case .reset: return Response()
    default: return nil
    }
    var response = Response.text("\(status.code): failed on purpose\n", status: status)
    if let seconds = fate.retryAfter, status == .tooManyRequests || status == .serviceUnavailable {
      response.headers.add(name: "Retry-After", value: String(seconds))
    }
    return response
  }

  private func garbage(seed: UInt64) -> Response {
    var random = SplitMix(seed: seed)
    var length = 4096
    if case .slice(let bytes) = body { length = bytes.count }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + 8)
    while bytes.count < length { withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
    bytes.removeLast(bytes.count - length)
    var response = Response(status, body: .bytes(bytes))
    response.headers.replaceOrAdd(name: "Content-Type", value: headers.first(name: "Content-Type") ?? "")
    return response
  }
}

extension Fault {
  fileprivate var ending: Delivery.Ending {
    switch self {
    case .reset: .reset
    case .cut: .cut
    case .stall: .stall
    case .length: .overrun
    default: .complete
    }
  }
}
