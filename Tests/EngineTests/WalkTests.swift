import Engine
import Engines
import Testing

@Test("A job of each engine runs, and its end is reported", arguments: EngineName.allCases)
func walks(name: EngineName) async throws {
  let engine = name.makeEngine(reporting: .serial("reports"))
  let queue = engine.makeQueue("work", width: 2)
  let first = engine.makeJob("first") { _ in }
  let second = engine.makeJob("second", endingLater: { _, end in end(.finished) })
  try second.addPrerequisite(first)
  try queue.add(second)
  try queue.add(first)
  await withCheckedContinuation { go in second.whenEnded { _ in go.resume() } }
  #expect(queue.counts.finished == 2)
}
