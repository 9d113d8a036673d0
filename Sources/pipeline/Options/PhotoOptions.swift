import ArgumentParser
import Workloads

struct PhotoOptions: ParsableArguments {
  @OptionGroup var pipeline: PipelineOptions

  @Option(help: .rare("Photos in progress at a time, at most; bounds the memory.", "n"))
  var ahead = 64

  @OptionGroup var picture: PictureOptions

  @Flag(
    help: ArgumentHelp(
      "Decode, filter and write photos in processes without rights, so that a photo cannot take the others along.",
      visibility: .hidden))
  var isolate = false

  @Flag(help: "Redo photos that already exist.")
  var force = false

  @Flag(
    help: .rare("Rebuild photos that already exist if the server says that the original has changed since."))
  var refresh = false

  func validate() throws {
    try check("--ahead", ahead, atLeast: 1)
    try refuseBoth(force: force, refresh: refresh)
  }

  var runOptions: PhotoRunOptions {
    var options = PhotoRunOptions()
    options.downloads = pipeline.downloads
    options.filters = pipeline.filters
    options.ahead = ahead
    options.recipe.intensity = pipeline.intensity
    options.recipe.size = picture.resize
    options.recipe.convertsToSRGB = picture.colour == .srgb
    options.recipe.keeps16Bits = picture.depth == 16
    options.recipe.keptEXIF = picture.keptEXIF
    options.recipe.limits.maxPixels = pipeline.maxPixels
    options.format = picture.pictureFormat
    if isolate { options.isolation = Isolation(program: ownPath) }
    options.force = force
    options.refresh = refresh
    return options
  }
}
