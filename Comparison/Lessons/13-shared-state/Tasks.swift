import LessonKit

/// Four workers take photos from one set until it is empty.
private func filter(_ photos: Photos) async {
  await withTaskGroup { group in
    for number in 1...4 {
      group.addTask {
        await diary.span("worker \(number)") {
          while let photo = await photos.take() {
            compute("photo \(photo)", milliseconds: 20)
          }
        }
      }
    }
  }
}

/// A set that one task at a time can use. Swift 6 mode
/// enforces it.
private actor Photos {
  private var rest: Set<Int>
  private(set) var taken: [Int] = []

  init(_ count: Int) { rest = Set(1...count) }

  /// Looks and takes in one step, because there is no `await` in
  /// between. At an `await`, another task may come in.
  func take() -> Int? {
    guard let photo = rest.popFirst() else { return nil }
    taken.append(photo)
    return photo
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let photos = Photos(8)
  await filter(photos)
  let taken = await photos.taken
  show("taken", taken.count)
  show("taken by two", 8 - Set(taken).count)
}
// anywhere: worker 1; worker 2; worker 3; worker 4
// computes: photo 1; photo 2; photo 3; photo 4
// computes: photo 5; photo 6; photo 7; photo 8
