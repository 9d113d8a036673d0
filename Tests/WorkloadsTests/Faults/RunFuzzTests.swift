import Base
import Engines
import Foundation
import TestSupport
import Testing

/// Runs the fuzzer of `Tests/Fuzz/Input` with a seed instead of coverage feedback.
@Suite("Whatever servers send, a run ends, and its counts and files are right")
struct RunFuzzTests {
  private static let rounds = 60

  @Test("Lists and photos with parts changed, of every workload and engine", .timeLimit(.minutes(15)))
  func mutated() async throws {
    let folder = try Folder()
    let answers = Locked(Answers(seed: 7, photo: try FaultBench.photo()))
    let server = try LoopbackServer { request in
      .steps(.send(answers.withLock { $0.answer(to: request.target) }), .close)
    }
    defer { server.stop() }
    try await onThread {
      let fuzzed = FuzzedRun(folder: folder.path, port: server.port)
      for round in 0..<Self.rounds {
        answers.withLock { $0.begin() }
        let kind = FuzzedRun.Kind.allCases[round % FuzzedRun.Kind.allCases.count]
        let flaw = try fuzzed.flaw(kind, EngineName.allCases[round / 3 % EngineName.allCases.count])
        #expect(flaw == nil, "round \(round), \(kind)")
      }
    }
  }

  /// The server's responses in a round. Equal requests get equal responses.
  private struct Answers {
    private var mutations: Mutations<SplitMix>
    private let photo: [UInt8]
    private var given: [String: [UInt8]] = [:]
    private var round = 0

    init(seed: UInt64, photo: [UInt8]) {
      mutations = Mutations(SplitMix(seed: seed))
      self.photo = photo
    }

    mutating func begin() {
      (given, round) = ([:], round + 1)
    }

    mutating func answer(to request: String) -> [UInt8] {
      if let answer = given[request] { return answer }
      let isList = request.contains(FuzzedRun.listPath)
      let list = Self.lists[round % Self.lists.count]
      // Half of the photos are intact.
      let isGood = !isList && mutations.random.next() % 2 == 0
      var body = isList ? mutations.mutate(Array(list.utf8)) : photo
      var head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nETag: \"1\"\r\n\r\n".utf8)
      if !isGood, !isList || mutations.random.next() % 4 == 0 { head = mutations.mutate(head) }
      if !isGood, !isList { body = mutations.mutate(body) }
      given[request] = head + body
      return head + body
    }

    private static let lists = [
      #"[{"house": "H", "monarchs": [{"name": "a", "years": "1-2", "thumbnail": "http://a/1.png"}]}]"#,
      #"[{"name": "a", "url": "http://a/1.png"}, {"name": "b", "url": "http://b/2.png"}, "http://c/3.png"]"#,
      "name,url\na,http://a/1.png\n\"b, c\",http://b/2.png\n",
      "<?xml version=\"1.0\"?><plist><dict><key>a</key><string>http://a/1.png</string></dict></plist>",
      #"[{"house": "H", "monarchs": [{"name": "b", "thumbnail": "http://a/2.png"}, {"name": "c"}]}]"#,
      "{\"name\": \"a\", \"url\": \"http://a/1.png\"}\n{\"url\": \"http://b/2.png\"}\n",
      "# photos\nhttp://a/1.png\nhttp://b/2.png\nb/3.png\n", #"{"a": "http://a/1.png", "b": "2.png"}"#,
    ]
  }
}
