import Foundation

/// What is fuzzed: each takes any bytes, and traps where a rule is broken. By their names in `FUZZ`.
let fuzzers: [String: @Sendable ([UInt8]) -> Void] = [
  "lists": fuzzLists, "search": fuzzSearch, "grouped": fuzzGrouped, "headers": fuzzHeaders,
  "replies": fuzzReplies, "pictures": fuzzPictures, "files": fuzzFiles, "requests": fuzzRequests,
]

private let chosen: @Sendable ([UInt8]) -> Void = {
  let name = ProcessInfo.processInfo.environment["FUZZ"] ?? ""
  guard let fuzzer = fuzzers[name] else {
    FileHandle.standardError.write(
      Data("FUZZ has to be one of \(fuzzers.keys.sorted().joined(separator: ", "))\n".utf8))
    exit(64)
  }
  return fuzzer
}()

/// Called by libFuzzer (https://llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Ends the process, so that libFuzzer keeps the input.
func expect(_ holds: Bool, _ rule: String) {
  if !holds { fatalError(rule) }
}
