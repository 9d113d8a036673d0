import LessonKit

/// Four workers take photos from one set until it is empty.
public func tasks() async {
  let photos = Photos(8)

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
  let taken = await photos.taken
  show("taken", taken.count)
  show("taken by two", 8 - Set(taken).count)
}

/// A set that one task at a time can use. The compiler
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
// anywhere: worker *
// computes: photo *
