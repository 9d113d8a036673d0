import Imaging
import PhotoLists
import Transport
import Workloads

/// An error in words, with the option that helps where there is one: nothing below the command knows its options.
func describe(_ error: any Error) -> String { describe(error, hasOut: true) }

/// The same for a command that may have no option for its output.
func describe(_ error: any Error, hasOut: Bool) -> String {
  switch error {
  case let error as ListError:
    switch error.reason {
    case .noItems: "\(error) The option is --search-items, as in --search-items /results."
    case .noLinks: "\(error) The option is --search-link, as in --search-link /image/url."
    case .noURLColumn: "\(error) The option is --url-column."
    default: "\(error)"
    }
  case let error as OutputError:
    error.text { cure in
      switch cure {
      case .place: hasOut ? "\(cure.words) (--out)" : nil
      case .replace: "\(cure.words) (--force)"
      case .size: "\(cure.words) (--size)"
      case .takeOver: "\(cure.words) (--take-over)"
      case .otherwise: cure.words
      }
    }
  case let error as TransferError: "\(error.reason)" + (option(for: error.reason).map { " (\($0))" } ?? "")
  case ImagingError.tooManyPixels: "\(error) (--max-pixels)"
  default: "\(error)"
  }
}

/// An input that cannot be used: it is missing, or is something else.
struct InputError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Prints an error on standard error.
func report(_ error: any Error) { Terminal.error.say("pipeline: \(describe(error))\n") }

/// The option that sets the limit which a transfer ran into.
private func option(for reason: TransferError.Reason) -> String? {
  switch reason {
  case .tooLarge: "--max-bytes"
  case .timedOut(.connecting, _): "--connect-timeout"
  case .timedOut(.stalled, _): "--stall-timeout"
  case .timedOut(.total, _): "--timeout"
  case .refusedAddress: "--block-private"
  case .http(status: 429): "--rate-limit"
  default: nil
  }
}
