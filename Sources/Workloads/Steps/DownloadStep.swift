import Base
import Engine
import Imaging
import Transport

/// The value of a photo's download.
enum Fetched: Sendable {
  /// The original, and its state if that is known.
  case original(Original, Validator?)
  /// The original is still in the state that was known, and was not sent.
  case unchanged
}

/// The first step of every photo: it is downloaded, and checked to be one.
struct DownloadStep: Sendable {
  let life: RunLife
  let transport: Transport
  /// Whether file URLs are allowed: only in lists that are local files themselves.
  let allowsFiles: Bool

  /// The body of an asynchronous job: starts a transfer, and ends the job when that ends. No thread waits meanwhile.
  ///
  /// - Parameters:
  ///   - known: the state in which it is not wanted again.
  ///   - meter: shows how far it has come.
  ///   - onRest: called when it begins to wait for a server that has failed; on the transport's thread.
  func run(
    _ url: String, known: Validator? = nil, meter: DownloadMeter, onRest: @escaping @Sendable () -> Void = {},
    _ running: any Running, _ completion: JobCompletion<Fetched>
  ) {
    // Before it is read: should it change meanwhile, the next run makes it again.
    let local = Validator(localFile: url)
    let request = TransferRequest(
      url: url, headers: known?.ifChanged ?? [], allowsFile: allowsFiles,
      onRest: { [loan = SlotLoan(life)] rest in
        loan.set(rest != nil)
        meter.note(rest)
        if rest?.reason != nil, rest?.until != nil { onRest() }
      })
    let transfer = transport.start(request) { result in
      switch result {
      case .success(let response) where response.head.status == 304: completion.finish(.unchanged)
      case .success(let response):
        meter.end(received: response.body.count)
        // Checked here and not by the filter, as a photo is shown when it is downloaded.
        if let problem = notAPhoto(response.body) { return completion.fail(problem) }
        completion.finish(.original(.memory(response.body), local ?? Validator(response.head)))
      case .failure(let error):
        meter.end(received: error.bytesReceived)
        if error.reason == .cancelled { completion.cancel() } else { completion.fail(error) }
      }
    }
    meter.begin(transfer)
    running.onCancel { transfer.cancel() }
  }
}

/// Why a body is not a photo, by its first bytes.
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
