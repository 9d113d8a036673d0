import ArgumentParser
import Engines
import Foundation
import PhotoLists

/// The options of every run of a workload: its engine, its transfers, and the reports about it.
struct SessionOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: .about("The engine that runs the jobs.", "name"))
  var engine = EngineName.gcd

  @OptionGroup(title: "Downloads", visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: "Traces", visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: "Random choices, and the sample server", visibility: .rare) var sample: SampleOptions
  @OptionGroup var reporting: ReportingOptions
}

/// A command that runs a workload in a `Session`.
protocol SessionCommand: StatusCommand {
  /// The list or photos that were given.
  var arguments: [String] { get }
  var options: SessionOptions { get }
  var usesSampleServer: Bool { get }

  /// Returns the source of the photos.
  /// - Parameter server: The address of the sample server, or nil if it isn't needed.
  func source(_ server: String?) throws -> ListSource
}

extension SessionCommand {
  var transfers: TransferOptions { options.transfers }
  var traces: TraceOptions { options.traces }
  var sample: SampleOptions { options.sample }
  var reporting: ReportingOptions { options.reporting }

  /// The files that are read, and standard output if it is reserved for JSON.
  var inputs: [NamedFile] { NamedFile.inputs(arguments) + transfers.inputs + reporting.outputs }

  /// Whether the list is typed on the terminal.
  var isTyped: Bool { arguments.contains("-") && isatty(0) != 0 }
}
