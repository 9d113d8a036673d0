import Transport

/// The destination of a fetched original. It is used by one thread at a time.
protocol FetchSink {
  /// Whether `finish` writes to a disk, so that it is called off the transport thread.
  var isSlow: Bool { get }
  /// Returns the part to continue, or nil if there is none.
  mutating func resumption() -> Resumption?
  /// Prepares for a body that contains the whole original.
  mutating func beginWhole(_ head: TransferHead, _ validator: Validator?)
  /// Prepares for a body that continues the part.
  mutating func beginRest(_ head: TransferHead)
  /// Appends bytes of the body.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws
  /// Stores all bytes received so far, so that a transfer that broke can be resumed.
  mutating func flush() throws
  /// Ends the writing of the part without removing it.
  mutating func close()
  /// Keeps the part for another run if that run can resume it.
  mutating func leave()
  /// Removes the part.
  mutating func discard()
  /// Returns the complete original.
  mutating func finish(_ machine: DownloadStateMachine) throws -> Fetched
}
