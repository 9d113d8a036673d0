import Engine
import Engines
import TestSupport
import Testing

// Values that an exit test captures reach its process only from Swift 6.3 on.
#if compiler(>=6.3)
  /// The threads that asynchronous bodies start on. Each test has its own process, because its computing bodies take all
  /// threads that Dispatch gives to bodies.
  @Suite(.serialized) struct ThreadRules {
    @Test(
      "24. Asynchronous jobs start before any body ends of those that keep another queue busy",
      arguments: EngineName.parallel, [1, 4])
    func starting(name: EngineName, width: Int) async {
      await #expect(processExitsWith: .success) { [name, width] in
        let load = ComputingLoad(on: Bench(name))
        let ended = try await load.bodiesEndedWhileStarting(8) { start in
          let downloads = load.bench.queue("downloads", width: width)
          for number in 0..<8 { try downloads.add(load.download("download \(number)", start)) }
          return downloads
        }
        #expect(ended == 0)
      }
    }

    @Test(
      "24. Asynchronous jobs start when their prerequisites end, before any body ends of those that keep another queue busy",
      arguments: EngineName.parallel)
    func startingAfterAnother(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let load = ComputingLoad(on: Bench(name))
        let ended = try await load.bodiesEndedWhileStarting(8) { start in
          let downloads = load.bench.queue("downloads", width: 2)
          var previous: Job<Void>?
          for number in 0..<8 {
            let download = load.download("download \(number)", start)
            if let previous { try download.addPrerequisite(previous) }
            // The filter is ready when its download has ended, and then has no thread.
            let filter = load.bench.job("filter \(number)")
            try filter.addPrerequisite(download)
            try load.queue.add(filter)
            try downloads.add(download)
            previous = download
          }
          return downloads
        }
        #expect(ended == 0)
      }
    }
  }
#endif
