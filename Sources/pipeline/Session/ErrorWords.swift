import Imaging
import PhotoLists
import Transport
import Workloads

/// Describes an error and names the option that helps, if there is one. The layers below can't do this, because only
/// commands know their options.
func describe(_ error: any Error) -> String {
  switch error {
  case let error as ListError:
    switch error.reason {
    case .noItems: "\(error) The option is --search-items, as in --search-items /results."
    case .noLinks: "\(error) The option is --search-link, as in --search-link /image/url."
    case .noURLColumn: "\(error) The option is --url-column."
    default: "\(error)"
    }
  case let error as OutputError: error.text(option(for:))
  case let error as TransferError: "\(error.reason)" + (option(for: error.reason).map { " (\($0))" } ?? "")
  case ImagingError.tooManyPixels: "\(error) (--max-pixels)"
  default: "\(error)"
  }
}

extension Outcome {
  /// The reason why the photo or file failed, or an empty text if it didn't.
  var reason: String { error.map(describe) ?? "" }
}

/// An input that is missing or has the wrong format.
struct InputError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Prints an error on standard error.
func report(_ error: any Error) { Terminal.error.say("pipeline: \(describe(error))\n") }

private func option(for cure: OutputError.Cure) -> String? {
  switch cure {
  case .place: "--out"
  case .replace: "--force"
  case .size: "--size"
  case .takeOver: "--take-over"
  case .wait: "--wait"
  case .otherwise: nil
  }
}

/// Returns the option that sets the limit a transfer exceeded.
private func option(for reason: TransferError.Reason) -> String? {
  switch reason {
  case .tooLarge: "--max-bytes"
  case .timedOut(.connecting, _): "--connect-timeout"
  case .timedOut(.stalled, _): "--stall-timeout"
  case .timedOut(.total, _): "--timeout"
  case .refusedAddress: "--block-private"
  case .unauthorized: "--netrc or --header"
  case .proxyRefused, .proxyUnauthorized: "--proxy"
  case .http(status: 429), .asksToWait: "--rate-limit"
  default: nil
  }
}
