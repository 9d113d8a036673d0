/// An image that stands for `UIImage`.
public struct Image: Sendable {
  enum Content { case placeholder, failed, photo, filteredPhoto }

  let content: Content
  fileprivate var photo = 0
  fileprivate var server: PhotoServer?

  public static let placeholder = Image(content: .placeholder)
  public static let failed = Image(content: .failed)
}

/// A server of photos, used like `URLSession`: a request returns immediately, and can be cancelled.
///
/// The code that runs a list can wait until a job begins, and decide when it ends. All members may be called on any thread.
public final class PhotoServer: Sendable {
  /// The gates opened by jobs that begin, by names such as `download 1` and `filter 1`.
  public let begun = Gates()
  /// The gates that the held jobs wait for, by their names.
  public let mayEnd = Gates()
  private let count: Int
  private let missing: Set<Int>
  private let held: Set<String>

  /// Creates a server.
  /// - Parameters:
  ///   - count: The number of photos in the list. If it is 0, requests for the list fail.
  ///   - missing: The photos in the list that the server doesn't have.
  ///   - held: The names of the downloads and filters that wait for a gate before they end.
  public init(photos count: Int, missing: Set<Int> = [], holding held: Set<String> = []) {
    (self.count, self.missing, self.held) = (count, missing, held)
  }

  /// Requests the list, which has a URL for each photo's id, and calls `done` on another thread.
  public func list(
    _ done: @escaping @Sendable (Result<[Int: String], PhotoError>) -> Void, line: Int = #line
  ) {
    transfer("list", milliseconds: 10, line: line) { [count] in
      let list = (0..<count).map { ($0, "https://photos/\($0)") }
      done(list.isEmpty ? .failure(.notFound) : .success(Dictionary(uniqueKeysWithValues: list)))
    }
  }

  /// Returns the list, which has a URL for each photo's id.
  public func list() async throws -> [Int: String] {
    try await withCheckedThrowingContinuation { task in list { task.resume(with: $0) } }
  }

  /// Requests an image, and calls `done` once, on any thread.
  public func image(
    _ url: String, line: Int = #line, _ done: @escaping @Sendable (Result<Image, PhotoError>) -> Void
  ) -> PhotoRequest {
    let photo = Int(url.drop { !$0.isNumber }) ?? 0
    let job = "download \(photo)"
    defer { begun[job].open() }
    return PhotoRequest(
      "\(photo)", isThere: !missing.contains(photo), after: held.contains(job) ? mayEnd[job] : nil, line: line
    ) { [self] result in
      done(result.map { _ in Image(content: .photo, photo: photo, server: self) })
    }
  }

  /// Returns an image. Throws as soon as the task is cancelled.
  public func image(_ url: String, line: Int = #line) async throws -> Image {
    let request = Locked<PhotoRequest?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { task in
        let sent = image(url, line: line) { task.resume(with: $0) }
        request.withLock { $0 = sent }
        // The task may have been cancelled before there was a request.
        if Task.isCancelled { sent.cancel() }
      }
    } onCancel: {
      request.withLock { $0 }?.cancel()
    }
  }

  fileprivate func wait(for job: String) {
    begun[job].open()
    compute(milliseconds: 20)
    while held.contains(job), !mayEnd[job].isOpen { compute(milliseconds: 1) }
  }
}

/// Returns the image in sepia. Keeps a processor busy, like a filter of Core Image.
public func applySepiaFilter(_ image: Image, line: Int = #line) -> Image {
  let span = diary.begin("filter \(image.photo)", line: line)
  image.server?.wait(for: "filter \(image.photo)")
  span.end(line: line)
  return Image(content: .filteredPhoto, photo: image.photo, server: image.server)
}
