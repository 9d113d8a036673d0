import Engine
import PhotoLists

/// The poster in progress.
///
/// Touched by the index job; after it by jobs of the drawing queue, which run one at a time, and by jobs that wait for
/// one of these, and which it waits for in turn.
final class PosterState: @unchecked Sendable {
  // Safe: see above; the engine's lock orders one job's end before the next one's start.
  var index: AnyJob?
  /// Those that were not taken yet, each at its place in the list.
  var photos: ArraySlice<PhotoEntry> = []
  var sheet: PosterSheet?
  var layer: PosterLayer?
  var wanted = 0
  var drawn = 0
  /// Layers with at least one photo: all of a layer may fail when the list has no more.
  var layers = 0
  /// The job that writes the poster with the layers so far.
  var lastWriting: AnyJob?
}

/// A layer in progress; touched likewise.
final class PosterLayer: @unchecked Sendable {
  // Safe: see above.

  /// From 0 at the back.
  let number: Int
  let places: [Place]
  /// How many photos it may take from the list. Without photos to spare, the layers in front still get theirs.
  let allowance: Int
  /// The job that its photos wait for.
  let behind: AnyJob
  /// The job that waits for its photos.
  let finished: AnyJob
  var lastDrawing: AnyJob?
  var taken = 0
  var drawn = 0
  var underWay = 0

  init(_ number: Int, places: [Place], allowance: Int, behind: AnyJob, finished: AnyJob, lastDrawing: AnyJob?)
  {
    self.number = number
    self.places = places
    self.allowance = allowance
    self.behind = behind
    self.finished = finished
    self.lastDrawing = lastDrawing
  }

  /// Whether a place is left if all photos in progress take one.
  var wantsMore: Bool { drawn + underWay < places.count && taken < allowance }
}

/// How a photo of a poster ended.
public enum PosterOutcome: Sendable, Equatable {
  case drawn
  /// The reason in plain words. The next photo took its place.
  case failed(String)
  case cancelled
}
