import Base

/// The order in which runs are made: block by block, each with every run once, shuffled, so that what else the machine
/// does meets all of them, and runs of one block are pairs.
public func runOrder(_ runs: Int, blocks: Int, seed: UInt64) -> [(block: Int, run: Int)] {
  var random = SplitMix(seed: seed)
  return (0..<blocks).flatMap { block in
    var order = Array(0..<runs)
    random.shuffle(&order)
    return order.map { (block, $0) }
  }
}
