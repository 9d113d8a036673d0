import Base
import Engine
import Imaging
import Transport

/// The value of a photo's download.
enum Fetched: Sendable {
  /// The original, with its validator if there is one.
  case original(Original, Validator?)
  /// The original hasn't changed, so the server didn't send it.
  case unchanged
}

/// The first step for every photo. It downloads the original and checks that it is a photo.
struct DownloadStep: Sendable {
  unowned let run: Run
  let transport: Transport
  /// Whether file URLs are allowed. Only lists that are local files may contain them.
  let allowsFiles: Bool

  /// The body of an asynchronous job. It starts a transfer, and ends the job when the transfer ends. No
  /// thread waits in the meantime.
  ///
  /// - Parameters:
  ///   - known: The validator of an original that doesn't have to be sent again.
  ///   - meter: Receives the progress of the download.
  ///   - onRest: Called on the transport thread when the transfer begins to wait for a server that has
  ///     failed.
  func run(
    _ url: String, known: Validator? = nil, meter: DownloadMeter, onRest: @escaping @Sendable () -> Void = {},
    _ running: any Running, _ completion: JobCompletion<Fetched>
  ) {
    // The validator is created before the file is read. If the file changes in between, the next run makes
    // the photo again.
    let local = Validator(localFile: url)
    var request = TransferRequest(url: url, headers: known?.ifChanged ?? [])
    request.allowsFile = allowsFiles
    request.onRest = { [loan = SlotLoan(run)] rest in
      loan.set(rest != nil)
      meter.note(rest)
      if rest?.isForFailure == true { onRest() }
    }
    let transfer = transport.start(request) { result in
      // This happens for every result, because the meter and the transfer retain each other until then.
      meter.end(received: result.bytesReceived)
      switch result {
      case .success(let response) where response.head.status == 304: completion.finish(.unchanged)
      case .success(let response):
        // The check is made here rather than in the filter, because a photo is shown as soon as it has been
        // downloaded.
        if let problem = notAPhoto(response.body) { return completion.fail(problem) }
        completion.finish(.original(.memory(response.body), local ?? Validator(response.head)))
      case .failure(let error):
        if error.reason == .cancelled { completion.cancel() } else { completion.fail(error) }
      }
    }
    meter.begin(transfer)
    running.onCancel { transfer.cancel() }
  }
}

extension Result<TransferResponse, TransferError> {
  fileprivate var bytesReceived: Int {
    switch self {
    case .success(let response): response.body.count
    case .failure(let error): error.bytesReceived
    }
  }
}

/// Returns the reason why a body isn't a photo, based on its first bytes.
private func notAPhoto(_ body: TransferBody) -> ImagingError? {
  body.withUnsafeBytes { bytes in
    do throws(ImagingError) {
      _ = try ImageType(ofPhoto: bytes)
      return nil
    } catch {
      return error
    }
  }
}
