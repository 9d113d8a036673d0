import Engine
import Imaging

/// What is known about the poster in the making.
///
/// Touched by the index job; after it by jobs of the drawing queue, which run one at a time, and by jobs that wait for
/// one of these, and which it waits for in turn.
final class PosterState: @unchecked Sendable {
  // Safe: see above; the engine's lock orders one job's end before the next one's start.
  var index: AnyJob?
  var photos = PhotoSet([])
  var sheet: PosterSheet?
  var layer: PosterLayer?
  var wanted = 0
  var drawn = 0
  /// Layers that got any photo: where all of a layer fail, and the list has no more, it is none.
  var layers = 0
  /// The job that writes the poster with the layers so far.
  var lastWriting: AnyJob?
}

/// The poster as it is after a layer, on its way from the drawing to the writing job and to whoever watches.
final class PosterSnapshot: @unchecked Sendable {
  // Safe: set by one job, read after it has ended.
  var picture: Picture?
}

/// One layer in the making; touched likewise.
final class PosterLayer: @unchecked Sendable {
  // Safe: see above.

  /// From 0 at the back.
  let number: Int
  let places: [Place]
  /// Photos that it may take from the set. Where that has no photos to spare, those in front get theirs even so.
  let allowance: Int
  /// What its photos wait for.
  let behind: AnyJob
  /// What waits for its photos.
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

  /// Whether a place would be left if all photos in progress took one.
  var wantsMore: Bool { drawn + underWay < places.count && taken < allowance }
}
