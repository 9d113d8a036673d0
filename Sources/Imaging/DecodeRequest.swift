/// What is wanted of a file.
struct DecodeRequest {
  var limits = DecodeLimits()
  var keeps16Bits = false
  var size: SizeRule?
  var pool: PixelPool?

  /// The size that a picture is to have before it is turned upright: the one that it has, or a smaller one.
  func storedSize(_ width: Int, _ height: Int, _ orientation: Orientation) -> (width: Int, height: Int) {
    guard let size else { return (width, height) }
    let isTurned = orientation.swapsSides
    let wanted = isTurned ? size(height, width) : size(width, height)
    let stored = isTurned ? (width: wanted.height, height: wanted.width) : wanted
    return (min(max(stored.width, 1), width), min(max(stored.height, 1), height))
  }
}
