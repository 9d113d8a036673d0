import Engines
import Foundation

@testable import Base

/// Fuzzes whole runs. The input is everything that a server sends: first the complete reply with the list, then
/// replies with photos. Each of the latter comes after two zeros and begins with an H, because photos also contain
/// zeros. The first byte selects the workload and the engine.
@Sendable func fuzzRuns(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let kinds = FuzzedRun.Kind.allCases
  let engines: [EngineName] = [.gcd, .operation, .tasks]
  replies.withLock { $0 = parts(Array(bytes.dropFirst())) }
  do {
    let flaw = try run.flaw(kinds[Int(first) % kinds.count], engines[Int(first) / 16 % engines.count])
    expect(flaw == nil, flaw ?? "")
  } catch {
    expect(false, "a run begins: \(error)")
  }
}

/// Changes one of the replies.
func mutateRun(_ bytes: [UInt8], seed: UInt64) -> [UInt8]? {
  guard seed % 4 != 0, let first = bytes.first else { return nil }
  var mutations = Mutations(SplitMix(seed: seed))
  var parts = parts(Array(bytes.dropFirst()))
  let place = Int(seed % UInt64(parts.count))
  parts[place] = mutations.mutate(parts[place])
  return [seed % 8 == 0 ? UInt8(seed >> 8 & 0xFF) : first] + parts.joined(separator: [0, 0])
}

private func parts(_ bytes: [UInt8]) -> [[UInt8]] {
  var parts: [[UInt8]] = [[]]
  var rest = bytes[...]
  while let byte = rest.popFirst() {
    if byte == 0, rest.starts(with: [0, UInt8(ascii: "H")]), parts.count < 4 {
      rest.removeFirst()
      parts.append([])
    } else {
      parts[parts.count - 1].append(byte)
    }
  }
  return parts
}

private let run: FuzzedRun = {
  // In memory if possible.
  let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
  let folder = "\(place)/fuzz-\(getpid())"
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  return FuzzedRun(folder: folder, port: port)
}()

private let replies = Locked<[[UInt8]]>([[]])

/// The port of a proxy for all hosts. It returns the first part for the list, and one of the other parts for each
/// photo, chosen by the length of the photo's URL.
private let port = listenOnLoopback { request in
  replies.withLock { parts in
    let isList = request.firstRange(of: Array(FuzzedRun.listPath.utf8)) != nil
    return isList || parts.count < 2 ? parts[0] : parts[1 + request.count % (parts.count - 1)]
  }
}
