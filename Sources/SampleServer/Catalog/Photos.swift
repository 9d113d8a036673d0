extension SampleCatalog {
  /// Every photo that exists, in the order of the list.
  public static let photos: [SamplePhoto] = [
    SamplePhoto("Mist over the Lake", Landscape(seed: 1), 800, 600),
    SamplePhoto("Three Ridges at Dawn", Landscape(seed: 2), 800, 600, .png),
    SamplePhoto("Dunes in the Evening", Landscape(seed: 3), 800, 600),
    SamplePhoto("Pines in Snow", Landscape(seed: 4), 800, 600),
    SamplePhoto("The Quiet Sea", Landscape(seed: 5), 800, 600, .png),
    SamplePhoto("Moon over the Fjord", Landscape(seed: 6), 800, 600),
    SamplePhoto("Northern Lights", Landscape(seed: 7), 800, 600),
    SamplePhoto("Red Canyon", Landscape(seed: 8), 800, 600, .png),
    SamplePhoto("Poppy Hills", Landscape(seed: 9), 800, 600),
    SamplePhoto("The Old Volcano", Landscape(seed: 10), 800, 600),
    SamplePhoto("Lavender Rows", Landscape(seed: 11), 800, 600, .png),
    SamplePhoto("Storm Coming In", Landscape(seed: 12), 800, 600),
  ]
}
