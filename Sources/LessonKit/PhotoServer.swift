/// A server that replies within milliseconds, but for photo 0, whose reply waits until the lesson wants it.
///
/// All members may be called on any thread.
public final class PhotoServer: Sendable {
  /// Open when photo 0 has been asked for.
  public let isAsked = Gate()
  /// What its reply waits for.
  public let mayReply = Gate()

  public init() {}

  /// Blocks the calling thread until the photo is there.
  @available(*, noasync, message: "A task must not block: await photo(_:)")
  public func download(_ photo: Int) {
    guard photo == 0 else { return block(milliseconds: 2) }
    isAsked.open()
    mayReply.wait()
  }

  /// Returns when the photo is there.
  public func photo(_ photo: Int) async {
    guard photo == 0 else { return await transfer(milliseconds: 2) }
    isAsked.open()
    await mayReply.opened()
  }
}
