import Engine
import Imaging
import PhotoLists
import Transport

/// The settings of a table of photos.
public struct TableOptions: Sendable {
  /// Downloads at a time.
  public var downloads = DefaultWidths.downloads
  /// Filters at a time.
  public var filters = DefaultWidths.filters
  /// How each photo is developed: to a small one that is large enough for a row on a fine screen.
  public var recipe = Recipe()
  public var transfers = TransportConfiguration()
  /// The most rows; the rest of a longer list is not read.
  public var limit = 1_000_000
  /// Slows filters down; shared by all tables that should be slow together.
  public var filterDelay = FilterDelay()
  /// Called in the job of each filter, before it begins. For tests.
  var pause: @Sendable () -> Void = {}

  public init() {
    recipe.size = Box(square: 240)
    recipe.intensity = Sepia.defaultAmount
  }
}
