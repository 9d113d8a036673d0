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

  /// A photo to download.
  struct Request: Sendable {
    let place: FilePlace
    /// Whether the original is only needed if it has changed.
    var isCheck = false
    /// The validator of the original that the existing file was made from.
    var known: Validator?
    let meter = DownloadMeter()
    /// Called on the transport thread when the transfer begins to wait for a server that has failed.
    var onWait: @Sendable () -> Void = {}
  }

  /// The body of an asynchronous job. It starts a transfer, and ends the job when the transfer ends. No
  /// thread waits in the meantime.
  func run(_ request: Request, _ running: any Running, _ completion: JobCompletion<Fetched>) {
    Fetch(request, self, running, completion).start()
  }

  /// Returns the destination of an original.
  func sink(_ place: FilePlace) -> any FetchSink {
    if let folder, folder.plan.keeps { return FileSink(place, in: folder) }
    return MemorySink(place, in: folder)
  }
}
