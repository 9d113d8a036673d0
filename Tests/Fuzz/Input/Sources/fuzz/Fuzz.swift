import Foundation

@testable import Base

/// All fuzzers. Each accepts any bytes and traps if a rule is violated. The variable `FUZZ` selects one by name.
let fuzzers: [String: @Sendable ([UInt8]) -> Void] = [
  "lists": fuzzLists, "search": fuzzSearch, "grouped": fuzzGrouped, "headers": fuzzHeaders,
  "replies": fuzzReplies, "pictures": fuzzPictures, "files": fuzzFiles, "requests": fuzzRequests,
  "runs": fuzzRuns,
]

/// Changes an input according to its structure. Returns nil to leave the mutation to libFuzzer.
private func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8]? {
  switch name {
  case "pictures": return mutatePicture(bytes, seed: seed)
  case "runs": return mutateRun(bytes, seed: seed)
  case _ where seed % 2 == 0: return nil
  default:
    var mutations = Mutations(SplitMix(seed: seed))
    return mutations.mutate(bytes)
  }
}

private let name = ProcessInfo.processInfo.environment["FUZZ"] ?? ""

private let chosen: @Sendable ([UInt8]) -> Void = {
  guard let fuzzer = fuzzers[name] else {
    FileHandle.standardError.write(
      Data("FUZZ has to be one of \(fuzzers.keys.sorted().joined(separator: ", "))\n".utf8))
    exit(64)
  }
  return fuzzer
}()

/// Runs libFuzzer with its options from the command line (https://llvm.org/docs/LibFuzzer.html).
@main enum Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runFuzzer(&count, &arguments) { bytes, count in
        chosen(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateByLibFuzzer(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

/// Mutates an input in a buffer of `most` bytes. Called by libFuzzer.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt
) -> Int {
  let old = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let new = mutated(old, seed: UInt64(seed)), new.count <= most, !new.isEmpty else {
    return mutateByLibFuzzer(bytes, count, most)
  }
  bytes.update(from: new, count: new.count)
  return new.count
}

/// Ends the process if a rule is violated, so that libFuzzer keeps the input.
func expect(_ holds: Bool, _ rule: String) {
  if !holds { fatalError(rule) }
}
