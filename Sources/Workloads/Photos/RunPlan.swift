import Base
import Imaging
import PhotoLists
import Transport

/// The plan of a run: the product, the queues, and the rules for existing files.
public struct RunPlan: Sendable {
  /// The number of simultaneous downloads.
  public var downloads = DefaultWidths.downloads
  /// The number of simultaneous filters, each of which keeps a core busy.
  public var filters = DefaultWidths.filters
  /// The maximum number of photos in progress, or nil for one that suits the queues. A larger number would use more
  /// memory without making the run faster.
  public var ahead: Int?
  /// Whether originals are kept unchanged, instead of being developed.
  public var keeps = false
  /// Whether to keep files that aren't images or are incomplete.
  public var takesAny = false
  /// The settings for developing each photo.
  public var recipe = Recipe()
  /// The format of developed photos.
  public var format = PictureFormat.png(.default)
  /// Whether the list is grouped and its photos are thumbnails, which are scaled.
  public internal(set) var isGrouped = false
  /// Whether to make files that already exist again.
  public var force = false
  /// Whether to check originals with their servers, and to make the files again whose originals have changed.
  public var refresh = false
  /// Whether to read existing files, and to make those again or report those that have changed since they were written.
  public var verifies = false
  /// The selected part of the list, and the names of its files.
  public var part = ListPart()
  /// The address of the program's own server, such as `http://127.0.0.1:8080`. Its port is different in every run, so
  /// its files are recognised by the rest of their URLs.
  public var ownServer: String?

  /// Creates the plan of a run that applies the sepia filter.
  public init() { recipe.filter = .sepia() }

  /// The plan of a run that keeps originals unchanged.
  public static var download: RunPlan {
    var plan = RunPlan()
    (plan.keeps, plan.part) = (true, ListPart(isNumbered: true))
    return plan
  }

  /// The plan of the slow gallery.
  public static var thumbnails: RunPlan {
    var plan = RunPlan()
    (plan.downloads, plan.isGrouped, plan.recipe) = (3, true, Recipe())
    return plan
  }

  /// The plan of a table. Its photos are just large enough for a row on a high-resolution screen.
  static var table: RunPlan {
    var plan = RunPlan()
    (plan.recipe.size, plan.format, plan.waitingLimit) = (Box(square: 240), .png(.fast), .max)
    return plan
  }

  var inProgress: Int {
    ahead ?? (keeps ? DefaultWidths.ahead(of: downloads) : DefaultWidths.ahead(of: downloads, filters))
  }

  /// The size of the originals in memory that wait for a filter, in bytes, above which no download starts. Large photos
  /// within it keep the filters busy until the next one arrives.
  var mostWaiting: Int { waitingLimit ?? max(16 << 20, min(filters, 1 << 30) << 21) }
  /// Another limit, for tables and tests.
  var waitingLimit: Int?

  /// The extension of the files, or nil if it depends on each original.
  var fileExtension: String? { keeps ? nil : format.fileExtension }

  /// A text that contains everything besides the original that affects a file.
  var fingerprint: String { recipe.fingerprint(format, kind: isGrouped ? "thumbnail" : nil) }
}
