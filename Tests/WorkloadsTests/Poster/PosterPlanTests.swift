import Foundation
import Testing

@testable import Workloads

@Suite("How a poster is planned")
struct PosterPlanTests {
  @Test("There are as many layers as asked for, at most one a photo; each gets photos, those behind no fewer")
  func shares() {
    for layers in [1, 2, 3, 10, 40] {
      for photos in [0, 1, 2, 7, 53, 200, 2000] {
        let plan = PosterPlan(.small(photos: photos, layers: layers), photos: photos)
        var left = photos
        var shares: [Int] = []
        #expect(plan.layers == max(1, min(layers, photos)))
        for layer in 0..<plan.layers {
          shares.append(plan.share(layer, of: left))
          left -= shares.last ?? 0
        }
        #expect(left == 0)
        // Because of rounding, a share may be one more than the share of the layer behind.
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 + 1 >= $1 && $1 >= 0 }, "\(shares)")
        if photos > 0 { #expect(shares.allSatisfy { $0 > 0 }, "\(shares)") }
      }
    }
  }

  @Test("Photos are larger the nearer they are, and the poster is covered alike however many there are")
  func sizes() {
    let few = PosterPlan(.small(photos: 1000, layers: 10), photos: 1000)
    let many = PosterPlan(.small(photos: 2000, layers: 10), photos: 2000)
    for layer in 1..<10 { #expect(few.photoArea(layer) > few.photoArea(layer - 1)) }
    #expect(abs(few.photoArea(4) * 1000 - many.photoArea(4) * 2000) < 1)
    let size = few.size(width: 300, height: 200, in: 9, area: 1)
    #expect(abs(size.width / size.height - 1.5) < 1e-9)
    #expect(abs(size.width * size.height - few.photoArea(9)) < 1e-6)
  }

  @Test("Places follow from the seed, and the first of many are the same as of few")
  func places() {
    let plan = PosterPlan(.small(seed: 5), photos: 24)
    let other = PosterPlan(.small(seed: 6), photos: 24)
    let behind = plan.places(12, in: 0, behind: [])
    #expect(plan.places(8, in: 1, behind: behind) == plan.places(8, in: 1, behind: behind))
    #expect(plan.places(8, in: 1, behind: behind) == Array(plan.places(20, in: 1, behind: behind).prefix(8)))
    #expect(plan.places(8, in: 1, behind: behind) != other.places(8, in: 1, behind: behind))
    #expect(plan.places(8, in: 1, behind: []) != plan.places(8, in: 2, behind: []))
  }

  @Test("Places are even: none is near another or far from all", arguments: 1...5 as ClosedRange<UInt64>)
  func spread(seed: UInt64) {
    let plan = PosterPlan(.small(photos: 100, layers: 1, seed: seed), photos: 100)
    let places = plan.places(100, in: 0, behind: [])
    // The largest possible distance in a square grid.
    let apart = (plan.width * plan.height / 100).squareRoot()
    for (index, place) in places.enumerated() {
      let others = places.enumerated().filter { $0.offset != index }
      let nearest = others.map { hypot($0.element.x - place.x, $0.element.y - place.y) }.min() ?? 0
      #expect(nearest > 0.35 * apart)
      #expect(nearest < 2 * apart)
    }
  }

  @Test("Photos in front hang inside the poster")
  func inside() {
    for photos in [1, 5, 200] {
      let plan = PosterPlan(.small(photos: photos, layers: 10), photos: photos)
      let front = plan.layers - 1
      for place in plan.places(30, in: front, behind: []) {
        let size = plan.size(width: 3, height: 2, in: front, area: place.area)
        let reach = (abs(cos(place.angle)) * size.width + abs(sin(place.angle)) * size.height) / 2
        #expect(place.x - reach >= 0 && place.x + reach <= plan.width)
      }
    }
  }

  @Test("A file whose name says no kind of picture, and a folder, are refused with the cure")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.path
    for path in ["\(folder)/poster.gif", "\(folder)/poster", folder, "\(folder)/"] {
      let error = #expect(throws: OutputError.self) { try OutputFile(path) }
      let description = error?.description ?? ""
      #expect(description.contains("name a file in it") || description.contains(".png"))
    }
  }

  @Test("As many at a time as an Int holds are as many as there are photos")
  func manyAtATime() {
    var settings = PosterSettings()
    (settings.downloads, settings.scalings) = (.max, .max)
    #expect(settings.underWay == 4 * settings.entries)
  }
}
