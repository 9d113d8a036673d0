import Engine
import Imaging
import Transport

/// The first step of every photo: it is downloaded, and checked to be one.
struct DownloadStep: Sendable {
  let transport: Transport
  /// Whether file URLs are read: only for lists that are files of this machine themselves.
  let allowsFiles: Bool
  var activity: ActivityIndicator?

  /// The body of an asynchronous job: starts a transfer, and ends the job when that ends. No thread waits meanwhile.
  ///
  /// - Parameter known: the state in which it is not wanted again.
  func run(
    _ url: String, known: Validator? = nil, into handoff: Handoff, _ running: any Running,
    _ completion: JobCompletion<Void>
  ) {
    let inFlight = activity?.begin()
    // Before it is read: should it change meanwhile, the next run makes it again.
    let local = Validator(localFile: url)
    let request = TransferRequest(
      url: url, headers: known.map { [$0.ifChanged] } ?? [], allowsFile: allowsFiles)
    let transfer = transport.start(request) { result in
      inFlight?.end()
      switch result {
      case .success(let response) where response.status == 304:
        handoff.noteUnchanged()
        completion.finish()
      case .success(let response):
        handoff.noteReceived(response.body.count)
        // Checked here and not by the filter, so that nothing is shown as a photo that is none.
        if let problem = notAPhoto(response.body) { return completion.fail(problem) }
        handoff.put(.memory(response.body))
        handoff.put(local ?? Validator(response.head))
        completion.finish()
      case .failure(let error):
        handoff.noteReceived(error.bytesReceived)
        completion.end(error.reason == .cancelled ? .cancelled : .failed(error))
      }
    }
    running.onCancel { transfer.cancel() }
  }
}

/// Why a body is no photo, from its first bytes.
private func notAPhoto(_ body: TransferBody) -> ImagingError? {
  body.withUnsafeBytes { bytes in
    do throws(ImagingError) {
      let type = try ImageType(of: bytes)
      return type.isDecodable ? nil : .unsupported(type)
    } catch {
      return error
    }
  }
}
