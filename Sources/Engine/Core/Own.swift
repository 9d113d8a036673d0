/// A job or queue as its engine's own class. An engine makes no others, and lets in none of other engines.
@inlinable
package func own<Part: AnyObject>(_ part: AnyObject, as _: Part.Type = Part.self) -> Part {
  guard let own = part as? Part else { preconditionFailure("\(part) is of another engine") }
  return own
}
