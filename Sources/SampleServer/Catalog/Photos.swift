import Painting

extension SampleCatalog {
  /// Every photo that exists, in the order of the list.
  public static let photos: [SamplePhoto] = [
    SamplePhoto("Mist over the Lake", Landscape(.lake, .mist, seed: 101)),
    SamplePhoto("Ridges before Sunrise", Landscape(.ridges, .dawn, seed: 2)),
    SamplePhoto("The Great Sand Sea", Landscape(.dunes, .golden, seed: 103)),
    SamplePhoto("Pines in Fresh Snow", Landscape(.winter, .polar, seed: 4), portrait),
    SamplePhoto("Evening Tide", Landscape(.sea, .sunset, seed: 5), (800, 600), .png),
    SamplePhoto("Moonrise", Landscape(.night, .night, seed: 6), portrait, tags: "moon"),
    SamplePhoto("Northern Lights", Landscape(.aurora, .night, seed: 7), large),
    SamplePhoto("Canyon in the Last Light", Landscape(.canyon, .golden, seed: 8)),
    SamplePhoto("Poppy Fields", Landscape(.meadow, .morning, seed: 12), tags: "poppies red"),
    SamplePhoto("The Sleeping Volcano", Landscape(.volcano, .morning, seed: 10)),
    SamplePhoto("Lavender Rows", Landscape(.lavender, .golden, seed: 11), (1024, 768)),
    SamplePhoto("Rain on the Way", Landscape(.hills, .storm, seed: 12), tags: "clouds rain"),
    SamplePhoto("Fjord at Midsummer", Landscape(.fjord, .noon, seed: 3), portrait, tags: "summer"),
    SamplePhoto("Spruces in the Mist", Landscape(.forest, .mist, seed: 14)),
    SamplePhoto("A Sea of Clouds", Landscape(.cloudSea, .crimson, seed: 15), (800, 600), .png),
    SamplePhoto("The Green Island", Landscape(.islands, .noon, seed: 8)),
    SamplePhoto("One Tree in October", Landscape(.tree, .golden, seed: 17), tags: "autumn"),
    SamplePhoto("High Pastures", Landscape(.alps, .morning, seed: 18), large),
    SamplePhoto("Golden Hour at the Tarn", Landscape(.lake, .golden, seed: 19)),
    SamplePhoto("Crimson Range", Landscape(.ridges, .crimson, seed: 20), wide),
    SamplePhoto("First Light on the Water", Landscape(.sea, .dawn, seed: 21)),
    SamplePhoto("Buttercup Meadow", Landscape(.meadow, .noon, seed: 10), (800, 600), .png, tags: "yellow"),
    SamplePhoto("Nightfall in the Woods", Landscape(.forest, .dusk, seed: 23), portrait),
    SamplePhoto("Peaks in Cold Air", Landscape(.alps, .polar, seed: 24)),
    SamplePhoto("Burning Lake", Landscape(.lake, .crimson, seed: 25), (800, 600), .progressiveJPEG),
    SamplePhoto("Desert Sundown", Landscape(.dunes, .sunset, seed: 26), (640, 480)),
    SamplePhoto("The Milky Way", Landscape(.night, .night, seed: 27), portrait, .png, tags: "galaxy moon"),
    SamplePhoto("Patchwork Hills", Landscape(.hills, .golden, seed: 28)),
    SamplePhoto("Red Rock Valley", Landscape(.canyon, .crimson, seed: 29), wide),
    SamplePhoto("Blue Hour in the Snow", Landscape(.winter, .dusk, seed: 30)),
    SamplePhoto(
      "Aurora above Tromsø", Landscape(.aurora, .night, seed: 31), portrait, file: "aurora-above-tromso"),
    SamplePhoto("The Mountain at Dusk", Landscape(.volcano, .dusk, seed: 28), (800, 600), .oval),
    SamplePhoto("Islands in Amber", Landscape(.islands, .golden, seed: 33), (1024, 768)),
    SamplePhoto("Above the Clouds", Landscape(.cloudSea, .dawn, seed: 34)),
    SamplePhoto("Seven Shades of Blue", Landscape(.ridges, .dusk, seed: 35), (640, 480), .png, tags: "blue"),
    SamplePhoto("The Old Oak", Landscape(.tree, .morning, seed: 36), portrait, tags: "oak summer"),
    SamplePhoto("Sunset over the Lavender", Landscape(.lavender, .sunset, seed: 37)),
    SamplePhoto("A Still Grey Day", Landscape(.lake, .overcast, seed: 38)),
    SamplePhoto("Narrow Water", Landscape(.fjord, .dusk, seed: 39)),
    SamplePhoto("Moonlit Sea", Landscape(.sea, .night, seed: 40), (800, 600), .oval, tags: "moon"),
    SamplePhoto("Cornflowers", Landscape(.meadow, .golden, seed: 20), portrait, tags: "blue"),
    SamplePhoto("Before the Storm", Landscape(.alps, .storm, seed: 42), tags: "clouds"),
    SamplePhoto(
      "Mountains in Pencil", Landscape(.ridges, .mist, seed: 43), (800, 600), .greyJPEG,
      tags: "grey"),
    SamplePhoto("Summer Hills", Landscape(.hills, .noon, seed: 3), (800, 600), .png, tags: "summer"),
    SamplePhoto("Föhn Morning", Landscape(.forest, .dawn, seed: 45), file: "foehn-morning"),
    SamplePhoto("The Frozen Pass", Landscape(.winter, .morning, seed: 46), large),
    SamplePhoto("White Heat", Landscape(.dunes, .noon, seed: 9), (320, 240), .png),
    SamplePhoto("Dark Water", Landscape(.islands, .storm, seed: 48), tags: "clouds"),
    SamplePhoto("The Violet Lake", Landscape(.lake, .dusk, seed: 49), (800, 600), .oval),
    SamplePhoto("Postcard from the Alps", Landscape(.alps, .noon, seed: 17), (160, 120)),
  ]

  // The long sides that cameras and web pages like.
  private static let portrait = (600, 800)
  private static let large = (1600, 1067)
  private static let wide = (1280, 640)
}
