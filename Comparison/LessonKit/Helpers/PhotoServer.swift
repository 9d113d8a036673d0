/// A server that takes 20 milliseconds to reply. The reply with photo 0 additionally waits until the lesson allows it.
///
/// All members may be called on any thread.
public final class PhotoServer: Sendable {
  /// Opened when photo 0 has been requested.
  public let isAsked = Gate()
  /// The gate that the reply with photo 0 waits for.
  public let mayReply = Gate()

  public init() {}

  /// Blocks the calling thread until the photo has been downloaded.
  @available(*, noasync, message: "A task must not block: await photo(_:)")
  public func download(_ photo: Int) {
    if photo == 0 {
      isAsked.open()
      mayReply.wait()
    }
    block(milliseconds: 20)
  }

  /// Returns when the photo has been downloaded.
  public func photo(_ photo: Int) async {
    if photo == 0 {
      isAsked.open()
      await mayReply.opened()
    }
    await transfer(milliseconds: 20)
  }
}
