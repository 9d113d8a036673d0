extension Array {
  /// Returns the index of the first lane that is free. If there is none, `lane` is added.
  package mutating func firstFree(or lane: Element, where isFree: (Element) -> Bool) -> Int {
    if let free = firstIndex(where: isFree) { return free }
    append(lane)
    return count - 1
  }
}
