import Engine
import Imaging
import PhotoLists
import Transport

/// What a table of photos does, beside where they come from.
public struct TableOptions: Sendable {
  /// Downloads at a time.
  public var downloads = 8
  /// Filters at a time.
  public var filters = 2
  /// Of the sepia filter, 0…1.
  public var intensity = 0.8
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000
  public var transfers = TransportConfiguration()
  /// Rows at most; the rest of a longer list is not read.
  public var limit = 1_000_000
  /// The longer side of the filtered photos, in pixels: what a row needs on a fine screen.
  public var side = 240
  /// What filters take longer on purpose: one for all tables that are slowed down together.
  public var filterDelay = FilterDelay()

  public init() {}

  var recipe: Recipe {
    var recipe = Recipe()
    recipe.limits = DecodeLimits(maxPixels: maxPixels)
    recipe.size = Box(square: side)
    recipe.intensity = intensity
    return recipe
  }
}

extension PhotoTable {
  /// A table with a transport, queues and a folder of its own, in which its pictures are kept as long as it lives.
  /// - Throws: `OutputError`, when there is no place for the folder.
  public convenience init(engine: any JobEngine, source: ListSource, options: TableOptions) throws {
    let transport = Transport(options.transfers)
    self.init(
      engine: engine, options: options, transport: transport, folder: try TemporaryFolder()
    ) { source }
  }
}
