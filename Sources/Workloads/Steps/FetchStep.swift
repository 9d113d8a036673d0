import Base
import Engine
import PhotoLists
import Transport

/// The value of a photo's download.
enum Fetched: Sendable {
  /// The original, with its validator if there is one.
  case original(Original, Validator?)
  /// The original is in the folder. The validator is the one that the server sent.
  case saved(file: String, bytes: Int, Validator?)
  /// The original hasn't changed, so the server didn't send it.
  case unchanged
}

/// The first step for every photo. It downloads the original into memory or a file, and checks that it is a photo.
struct FetchStep: Sendable {
  unowned let run: Run
  let transport: Transport
  /// Whether file URLs are allowed. Only lists that are local files may contain them.
  let allowsFiles: Bool
  /// The folder that receives originals that are kept, and parts of others, or nil if there is none.
  let folder: PhotoFolder?
  /// Finishes complete files. A file that is being finished holds a slot but has no transfer, so its slot is
  /// lent to another file.
  let finisher: FileFinisher

  init(_ run: Run, _ transport: Transport, of list: ListSource, into folder: PhotoFolder? = nil) {
    (self.run, self.transport, self.folder) = (run, transport, folder)
    allowsFiles = list.mayNameFiles
    finisher = FileFinisher { [unowned run] count in run.lendSlots(count) }
  }

  /// Makes the job that downloads a photo. It starts a transfer, and ends when the transfer ends. No thread waits in the
  /// meantime. Its end adds the bytes received to the photo and the run.
  func makeJob(_ photo: Photo) -> Job<Fetched> {
    let meter = Locked(DownloadMeter())
    photo.meter = meter
    let job = run.engine.makeAsynchronousJob("download \(photo.name)") {
      [self, known = photo.earlier] running, completion in
      Fetch(photo, known, meter, self, running, completion).start()
    }
    job.whenEnded { [run] end in
      photo.meter = nil
      let (received, resumedFrom) = (meter.value.received, meter.value.resumedFrom)
      photo.bytesReceived += received
      if resumedFrom > 0 { photo.resumedFrom = resumedFrom }
      run.bytes.received += received
      run.transferred(photo, received, isWhole: end.isFinished)
    }
    return job
  }

  /// Returns the destination of an original.
  func sink(_ photo: Photo) -> any FetchSink {
    if let folder, folder.plan.keeps { return FileSink(photo, in: folder) }
    return MemorySink(photo, in: folder)
  }
}
