/// In a record, a bar is an array: row, start and end in microseconds, job, queue, and what came of it. A run has
/// hundreds of them, and names for the values would be most of the record.
extension WorkerTimeline.Bar: Codable {
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      row: try values.decode(Int.self), start: try values.decode(Double.self) / 1e6,
      end: try values.decode(Double.self) / 1e6, job: try values.decode(String.self),
      queue: try values.decode(String.self), outcome: try values.decodeIfPresent(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(row)
    try values.encode((start * 1e7).rounded() / 10)
    try values.encode((end * 1e7).rounded() / 10)
    try values.encode(job)
    try values.encode(queue)
    if let outcome { try values.encode(outcome) } else { try values.encodeNil() }
  }
}
