import Engine
import Workloads

extension Line {
  /// A photo, and where it stands.
  init(_ photo: Photo, _ width: Int, _ style: Style) {
    switch photo.state {
    case .new: self.init("· ", photo.name, "waiting", width, style.dim)
    case .downloading: self.init("↓ ", photo.name, "downloading", width, style.yellow)
    case .downloaded: self.init("▫ ", photo.name, "downloaded", width, style.yellow)
    case .filtering: self.init("◐ ", photo.name, "filtering", width, style.cyan)
    case .filtered: self.init("✓ ", photo.name, "filtered", width, style.green)
    case .failed(let reason): self.init("✗ ", photo.name, reason, width, style.red)
    }
  }

  /// What each of these queues does, on as many lines as that needs.
  static func lines(of queues: [JobQueue], _ width: Int, _ paint: (String) -> String) -> [Line] {
    let cells = queues.map { queue in
      let counts = queue.counts
      let suspended = queue.isSuspended ? " suspended" : ""
      let waiting = counts.waiting > 0 ? "\(counts.waiting) waiting, " : ""
      return
        "\(queue.name): \(waiting)\(counts.ready) ready, \(counts.running)/\(queue.width) running\(suspended)"
    }
    return folded(cells, "   ", to: width).map { Line(fitted($0, to: width), paint) }
  }
}
