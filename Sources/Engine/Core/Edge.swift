/// One job waits for another. Each of the two holds the edge, and the edge holds both, until either ends or the
/// edge is taken back: then it is cut, so that neither keeps the other alive.
open class Edge {
  public private(set) final var prerequisite: JobCore?
  public private(set) final var dependent: JobCore?

  public init(prerequisite: JobCore, dependent: JobCore) {
    self.prerequisite = prerequisite
    self.dependent = dependent
  }

  /// The dependent need not wait for this one any more. Called under the lock, once.
  open func open() {}

  final var isCut: Bool { dependent == nil }

  final func cut() {
    let (prerequisite, dependent) = (self.prerequisite, self.dependent)
    (self.prerequisite, self.dependent) = (nil, nil)
    prerequisite?.dependents.oneWasCut()
    dependent?.prerequisites.oneWasCut()
  }
}

/// The edges at one side of a job, in the order in which they were added.
///
/// A cut edge is swept out when half of them are cut: that keeps the order, and a job with a million dependents that
/// are cancelled one by one still costs the same for each.
struct EdgeList {
  private var all: [Edge] = []
  private var cuts = 0

  var count: Int { all.count - cuts }
  var isEmpty: Bool { count == 0 }
  var edges: some Sequence<Edge> { all.lazy.filter { !$0.isCut } }

  mutating func append(_ edge: Edge) { all.append(edge) }

  mutating func oneWasCut() {
    cuts += 1
    guard cuts * 2 >= all.count else { return }
    all.removeAll { $0.isCut }
    cuts = 0
  }

  mutating func takeAll() -> [Edge] {
    defer { (all, cuts) = ([], 0) }
    return all.filter { !$0.isCut }
  }
}

extension JobCore {
  /// The edge to `other`, if there is one. Looks through the shorter of the two lists.
  func edge(to other: JobCore) -> Edge? {
    prerequisites.count <= other.dependents.count
      ? prerequisites.edges.first { $0.prerequisite === other }
      : other.dependents.edges.first { $0.dependent === self }
  }

  /// The names along the cycle that depending on `other` would close, or nil.
  ///
  /// Most edges lead to a job that depends on nothing, or from one that nothing depends on, and can close none; only
  /// the rest walk up the prerequisites. The walk keeps its own stack: a chain may be a million long.
  func cycle(dependingOn other: JobCore) -> [String]? {
    if other === self { return [name] }
    if dependents.isEmpty || other.prerequisites.isEmpty { return nil }
    var cameFrom: [ObjectIdentifier: JobCore] = [ObjectIdentifier(other): self]
    var stack = [other]
    while let job = stack.popLast() {
      for case let next? in job.prerequisites.edges.lazy.map(\.prerequisite) {
        if next === self {
          var path: [JobCore] = [job]
          while let back = cameFrom[ObjectIdentifier(path[path.count - 1])], back !== self {
            path.append(back)
          }
          return [name] + path.reversed().map(\.name)
        }
        if cameFrom[ObjectIdentifier(next)] == nil {
          cameFrom[ObjectIdentifier(next)] = job
          stack.append(next)
        }
      }
    }
    return nil
  }
}
