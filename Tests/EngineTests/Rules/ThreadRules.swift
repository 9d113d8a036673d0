import Engine
import Engines
import Testing

// Exit tests can capture values only since Swift 6.3.
#if compiler(>=6.3)
  /// Rules about the threads that asynchronous bodies start on. Each test has its own process, because its computing
  /// bodies occupy all threads that Dispatch provides for bodies.
  @Suite(.serialized) struct ThreadRules {
    @Test("24. Asynchronous jobs start though all threads are busy", arguments: EngineName.parallel, [1, 4])
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

    @Test("24. Asynchronous jobs that waited start though threads are busy", arguments: EngineName.parallel)
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
