import Engine
import Imaging
import Transport

/// What is done with one photo, step by step. Runs on the engine's threads.
public struct PhotoSteps: Sendable {
  let transport: Transport
  let pool: PixelPool
  let intensity: Double
  let limits: DecodeLimits
  let allowsFiles: Bool
  let deliver: @Sendable (Picture, Photo, any Running) throws -> FilteredPhoto

  /// - Parameters:
  ///   - pool: where pixel buffers come from and go back to.
  ///   - intensity: of the sepia filter, 0 (none) to 1.
  ///   - allowsFiles: whether file URLs are read: only for lists that are files of this machine themselves.
  ///   - deliver: puts the filtered picture where the workload wants it; on the thread of the filter job.
  public init(
    transport: Transport, pool: PixelPool, intensity: Double, limits: DecodeLimits, allowsFiles: Bool,
    deliver: @escaping @Sendable (Picture, Photo, any Running) throws -> FilteredPhoto
  ) {
    self.transport = transport
    self.pool = pool
    self.intensity = intensity
    self.limits = limits
    self.allowsFiles = allowsFiles
    self.deliver = deliver
  }

  /// Starts a transfer and ends the job when that ends. Nothing waits on a thread meanwhile.
  func download(
    _ url: String, into handoff: Handoff, _ running: any Running, _ end: @escaping @Sendable (JobEnd) -> Void
  ) {
    let transfer = transport.start(TransferRequest(url: url, allowsFile: allowsFiles)) { result in
      switch result {
      case .success(let response):
        handoff.noteReceived(response.body.count)
        // Told here and not by the filter, so that nothing is shown as a photo that is none.
        if let problem = notAPhoto(response.body) { return end(.failed(problem)) }
        handoff.put(.memory(response.body))
        end(.finished)
      case .failure(let error):
        handoff.noteReceived(error.bytesReceived)
        end(error.reason == .cancelled ? .cancelled : .failed(error))
      }
    }
    running.onCancel { transfer.cancel() }
  }

  /// Decodes, filters and delivers; looks between the steps whether it should stop.
  func filter(_ original: Original, _ photo: Photo, _ running: any Running) throws -> FilteredPhoto {
    func checkCancelled() throws { if running.isCancelled { throw CancellationError() } }
    try checkCancelled()
    var picture = try original.withUnsafeBytes { try decode($0, limits: limits, pool: pool) }
    try checkCancelled()
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    try checkCancelled()
    return try deliver(picture, photo, running)
  }
}

/// Why a body is no photo, from its first bytes.
func notAPhoto(_ body: TransferBody) -> ImagingError? {
  body.withUnsafeBytes { bytes in
    do throws(ImagingError) {
      let type = try ImageType(of: bytes)
      return type.isDecodable ? nil : .unsupported(type)
    } catch {
      return error
    }
  }
}

func plainWords(_ error: any Error) -> String {
  switch error {
  case let error as TransferError: "\(error.reason)"
  default: "\(error)"
  }
}
