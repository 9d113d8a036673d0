import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The poster's jobs and their dependencies:
///
///     index ─→ download ─→ scale ─→ draw ─┐      a chain for each photo of the first layer; each
///              download ─→ scale ─→ draw ─┤      drawing also waits for the one before it
///                                         ↓
///                                  layer 1 finished ─→ download …, the photos of layer 2
///                                         ↓
///                                    show layer 1 ─→ write layer 1, and the drawings of layer 2
///
/// At most `underWay` photos have begun but aren't drawn yet: each drawing lets the next photo begin. A layer's
/// jobs are created by the job that they wait for. Memory use therefore depends neither on the number of photos
/// nor on the number of layers.
extension PosterRun {
  func addIndex() {
    let job = engine.makeJob("index") { [self] running in try readIndex(running) }
    job.whenEnded { [self] end in
      passedOver = list.passedOver
      if case .failed(let error) = end, !isCancelled {
        fail(error, closes: true)
      } else {
        wanted = drawing.wanted
        layers = drawing.sheet?.plan.layers ?? 0
      }
    }
    drawing.index = job
    add(job, to: index)
  }

  private func readIndex(_ running: any Running) throws {
    var entries: [PhotoEntry] = []
    while entries.count < settings.entries {
      let page = try list.next(atMost: settings.entries - entries.count)
      if page.isEmpty { break }
      entries += page
    }
    // The rest of a longer list isn't needed.
    list.cancel()
    drawing.photos = entries[...]
    drawing.wanted = min(settings.photos, entries.count)
    let plan = PosterPlan(settings, photos: drawing.wanted)
    drawing.sheet = try PosterSheet(plan)
    if running.isCancelled { throw CancellationError() }
    if let index = drawing.index, let (number, count) = nextLayer(from: 0) {
      beginLayer(number, of: count, after: index, drawAfter: nil)
    }
  }

  // MARK: Layers

  /// Returns the next layer that gets any photos, and their number. Returns nil if all layers have their
  /// photos or no entries are left.
  private func nextLayer(from number: Int) -> (number: Int, count: Int)? {
    guard let plan = drawing.sheet?.plan else { return nil }
    let left = min(drawing.wanted - drawing.drawn, drawing.photos.count)
    return (number..<max(number, plan.layers)).lazy.map { ($0, plan.share($0, of: left)) }.first { $0.1 > 0 }
  }

  /// Creates a layer. This is called by the job `behind`, so none of the layer's jobs can start before all of
  /// them have been created.
  private func beginLayer(_ number: Int, of count: Int, after behind: AnyJob, drawAfter: AnyJob?) {
    guard let plan = drawing.sheet?.plan else { return }
    let places = plan.places(count, in: number, behind: drawing.layer?.places ?? [])
    let finished = engine.makeJob("layer \(number + 1) finished") { [self] _ in finishLayer() }
    let layer = PosterLayer(
      number: number, places: places, allowance: max(count, plan.share(number, of: drawing.photos.count)),
      behind: behind, finished: finished, lastDrawing: drawAfter)
    drawing.layer = layer
    depend(finished, on: behind)
    beginPhotos()
    add(finished, to: drawings)
  }

  private func finishLayer() {
    guard let layer = drawing.layer else { return }
    let next = nextLayer(from: layer.number + 1)
    let isSeen = layer.drawn > 0
    if isSeen { drawing.layers += 1 }
    let layers = drawing.layers
    let show = engine.makeJob("show layer \(layer.number + 1)") { [drawing, output] _ -> Picture? in
      defer { if next != nil { drawing.sheet?.recede() } }
      // The last layer is written even if it is empty, so that the file gets the poster's final compression.
      let isWritten = next == nil ? layers > 0 : isSeen && output.isReplaced
      return isWritten ? try drawing.sheet?.picture() : nil
    }
    let write = engine.makeJob("write layer \(layer.number + 1)") { [output, settings] running in
      guard case .success(let picture?)? = show.result else { return }
      let compression = next == nil ? settings.compression : .fast
      try output.write(picture, compression: compression, running)
    }
    write.whenEnded { [self] end in
      switch end {
      case .finished:
        guard case .success(let picture?)? = show.result else { return }
        layersWritten = layers
        onLayer(layers, picture)
      case .failed(let error): fail(error, closes: true)
      case .cancelled: break
      }
    }
    show.whenEnded { [self] end in if case .failed(let error) = end { fail(error, closes: true) } }
    depend(show, on: layer.finished)
    // This dependency keeps snapshots from piling up when writing is slow.
    if let last = drawing.lastWriting { depend(show, on: last) }
    depend(write, on: show)
    drawing.lastWriting = write
    if let next { beginLayer(next.number, of: next.count, after: layer.finished, drawAfter: show) }
    add(show, to: drawings)
    add(write, to: writing)
  }

  // MARK: Photos

  private func beginPhotos() {
    while let layer = drawing.layer, layer.wantsMore, layer.underWay < settings.underWay,
      !drawing.photos.isEmpty
    {
      let photo = Photo(number: drawing.photos.startIndex, entry: drawing.photos.removeFirst())
      drawing.layer?.taken += 1
      if photo.hasFailed {
        // The photo has no job whose end could report the failure.
        layer.finished.whenEnded { [self] _ in settle(photo, as: .failed, hasFile: false) }
      } else {
        begin(photo, in: layer)
      }
    }
  }

  private func begin(_ photo: Photo, in layer: PosterLayer) {
    let download = fetch.makeJob(photo)
    let scale = engine.makeJob("scale \(photo.name)") { [self] running in
      // This job runs even if its prerequisite failed. There's nothing to do then.
      guard case .success(.original(let original, _))? = download.result, let plan = drawing.sheet?.plan
      else {
        throw CancellationError()
      }
      return try original.picture(
        DecodeLimits(maxPixels: settings.maxPixels),
        size: { plan.size(of: $0, in: layer.number) }, pool, running)
    }
    let draw = engine.makeJob("draw \(photo.name)") { [self] _ in
      let picture = try? scale.result?.get()
      if let picture, let layer = drawing.layer {
        drawing.sheet?.draw(picture, at: layer.places[layer.drawn], in: layer.number)
        drawing.layer?.drawn += 1
        drawing.drawn += 1
      }
      drawing.layer?.underWay -= 1
      beginPhotos()
      return picture != nil
    }
    download.whenStarted { [self] in downloading[photo.number] = photo }
    download.whenEnded { [self] _ in downloading[photo.number] = nil }
    for job in [download, scale] {
      job.whenEnded { end in if case .failed(let error) = end { photo.machine.handle(.refused(error)) } }
    }
    draw.whenEnded { [self] _ in
      let isDrawn = if case .success(true)? = draw.result { true } else { false }
      settle(photo, as: isDrawn ? .done : photo.hasFailed ? .failed : .cancelled, hasFile: false)
    }

    onJobs?(photo.number, photo.name, [download.id, scale.id, draw.id])
    depend(download, on: layer.behind)
    depend(scale, on: download)
    depend(draw, on: scale)
    if let last = layer.lastDrawing { depend(draw, on: last) }
    depend(layer.finished, on: draw)
    drawing.layer?.lastDrawing = draw
    drawing.layer?.underWay += 1
    add(download, to: downloads)
    add(scale, to: scalings)
    add(draw, to: drawings)
  }
}
