/// Returns a job or queue as its engine's own class. An engine creates no others and refuses those of other engines.
@inlinable
package func own<Part: AnyObject>(_ part: AnyObject, as _: Part.Type = Part.self) -> Part {
  guard let own = part as? Part else { preconditionFailure("\(part) belongs to another engine") }
  return own
}
