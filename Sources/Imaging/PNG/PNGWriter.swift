import CPNGShim
import Foundation

/// Writes a PNG whose rows come from the top, strip by strip. Everything is called on one thread, which also compresses the
/// strips that no helper takes.
struct PNGWriter {
  /// How many rows are to be appended at a time; the last strip may have fewer.
  var rowsOfStrip: Int { strips.rowsOfStrip }

  private let strips: PNGStrips
  private let writer: OpaquePointer
  private let sink: Sink
  private let askForHelp: HelpWanted
  private var written = 0

  /// With fewer strips, help would come too late.
  private static let worthHelp = 16

  /// Makes one, and calls `body`, which appends all rows.
  /// - Parameter pool: where the memory of compressors comes from and goes back to.
  static func write(
    _ shape: png_shim_shape, _ settings: PNGSettings, colourSpace: ColourSpace?, pool: PixelPool?,
    askForHelp: HelpWanted, to sink: (UnsafeRawBufferPointer) throws -> Void,
    rows body: (inout PNGWriter) throws -> Void
  ) throws {
    try withoutActuallyEscaping(sink) { sink in
      try withoutActuallyEscaping(askForHelp) { askForHelp in
        let strips = PNGStrips(shape, settings, pool: pool)
        var writer = try PNGWriter(strips, shape, colourSpace, askForHelp, Sink(sink))
        defer { writer.end() }
        try body(&writer)
        try writer.finish()
      }
    }
  }

  private init(
    _ strips: PNGStrips, _ shape: png_shim_shape, _ colourSpace: ColourSpace?,
    _ askForHelp: @escaping HelpWanted, _ sink: Sink
  ) throws {
    self.strips = strips
    self.askForHelp = strips.count < Self.worthHelp ? { _ in 0 } : askForHelp
    self.sink = sink
    var begun: OpaquePointer?
    let reason = colourSpace.lend { colours in
      withUnsafePointer(to: shape) { shape in
        reasonOfFailure { reason in
          begun = png_shim_begin(shape, colours, Sink.call, sink.context, reason)
          return begun != nil
        }
      }
    }
    if let error = sink.error { throw error }
    guard let begun else { throw ImagingError.notEncoded(.png, reason: reason ?? "") }
    writer = begun
  }

  mutating func append(_ rows: PictureRows) throws {
    var waiting = strips.put(rows)
    // Those who help have two strips ahead of them, so that they go on while this thread decodes.
    let helpers = askForHelp { [strips] in strips.help() }
    try writeCompressed()
    while waiting > 2 * helpers {
      waiting = strips.compressNext() - 1
      try writeCompressed()
    }
  }

  private mutating func writeCompressed() throws {
    while let strip = try strips.take(written, waits: false) { try write(strip) }
  }

  private mutating func finish() throws {
    while strips.compressNext() > 0 { try writeCompressed() }
    // Helpers are still compressing the rest.
    while written < strips.count, let strip = try strips.take(written, waits: true) { try write(strip) }
  }

  private mutating func write(_ strip: png_shim_strip) throws {
    defer { free(strip.bytes) }
    written += 1
    let reason = withUnsafePointer(to: strip) { strip in
      reasonOfFailure { png_shim_append(writer, strip, written == strips.count, $0) }
    }
    if let error = sink.error { throw error }
    if let reason { throw ImagingError.notEncoded(.png, reason: reason) }
  }

  private func end() {
    strips.giveUp()
    png_shim_writer_free(writer)
  }
}
