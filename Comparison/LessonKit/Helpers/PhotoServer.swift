/// A server that takes 20 milliseconds to reply. Photo 0 waits before that until the lesson wants it.
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
    if photo == 0 {
      isAsked.open()
      mayReply.wait()
    }
    block(milliseconds: 20)
  }

  /// Returns when the photo is there.
  public func photo(_ photo: Int) async {
    if photo == 0 {
      isAsked.open()
      await mayReply.opened()
    }
    await transfer(milliseconds: 20)
  }
}
