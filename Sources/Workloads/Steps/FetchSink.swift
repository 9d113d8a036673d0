import Transport

/// The destination of a fetched original. It is used by one thread at a time.
protocol FetchSink {
  /// Whether `finish` writes to a disk, so that it is called off the transport thread.
  var isSlow: Bool { get }
  /// Ends the writing of the part. Returns the part to continue, or nil if there is none.
  mutating func resumption() -> Resumption?
  /// Prepares for a body.
  ///
  /// - Parameter isRest: Whether the body continues the part, rather than containing the whole original.
  mutating func begin(_ head: TransferHead, _ validator: Validator?, isRest: Bool)
  /// Appends bytes of the body.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws
  /// Stores all bytes received so far, so that a transfer that broke can be resumed.
  mutating func flush() throws
  /// Ends the writing of the part, and keeps it for another run if that run can resume it.
  mutating func leave()
  /// Ends the writing of the part, and removes it.
  mutating func discard()
  /// Returns the complete original.
  mutating func finish(_ machine: DownloadStateMachine) throws -> Fetched
}
