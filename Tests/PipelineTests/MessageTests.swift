import Foundation
import Testing

@testable import Imaging
@testable import PhotoLists
@testable import Transport
@testable import Workloads
@testable import pipeline

/// Lists all error messages of the command in one table, to be reviewed when wording changes.
@Suite("Messages")
struct MessageTests {
  private static let photos: [(String, any Error)] =
    ([
      .badURL("it is empty"), .couldNotResolve("a.example"),
      .hostGivenUp(host: "a.example:80", attempts: 5, why: "could not connect (Connection refused)"),
      .couldNotConnect("Connection refused"), .refusedAddress("10.0.0.1 is a private address"),
      .refusedAddress("it is a file on this machine"), .tls("certificate has expired"),
      .connectionLost("Connection reset by peer"), .cutShort(received: 10, expected: 20),
      .cutShort(received: 10, expected: nil), .timedOut(.connecting, after: .seconds(10)),
      .timedOut(.stalled, after: .seconds(20)), .timedOut(.total, after: .seconds(40)),
      .tooLarge(limit: 64 << 20), .tooManyRedirects(limit: 10), .http(status: 403), .http(status: 404),
      .http(status: 408), .http(status: 410), .http(status: 418), .http(status: 429), .http(status: 503),
      .asksToWait(status: 429, for: .seconds(172_800)),
      .badAnswer("a part of the body that was not requested (206)"), .outOfMemory, .cancelled,
      .unauthorized(schemes: ["Basic", "Digest"]), .proxyUnauthorized, .proxyRefused(status: 403),
      .other("something else"),
    ] as [TransferError.Reason]).map { ("photo", TransferError(url: "http://a/", reason: $0)) }
    + ([
      .empty, .notAnImage(looksLike: "a web page"), .notAnImage(looksLike: "text"), .unsupported(.webp),
      .tooManyPixels(width: 12_000, height: 12_000, limit: 100_000_000),
      .tooManyPixels(width: 40, height: 40, limit: 1_000), .tooWide(width: 70_000, limit: 65_535),
      .damaged(.png, reason: "bad adaptive filter value"), .outOfMemory(width: 9_000, height: 9_000),
      .notEncoded(.png, reason: "no space left"),
    ] as [ImagingError]).map { ("photo", $0) }
    + [("photo", TransferError.Reason.tooLarge(limit: 1000))]

  private static let links: [(String, any Error)] = [
    "", "http://[a", "root://a/b.png", "a/b.png", "http://", "http://a:99999/", "file:///a.png",
    "http://a\u{7}b",
  ].map { text in
    let entry = LinkResolver(base: nil, allowsFile: false).entry(RawEntry(url: .text(text)), number: 1)
    return ("entry", Words(entry.flaw ?? "none"))
  }

  private static let lists: [(String, any Error)] =
    ([
      .noSuchFile, .noRight, .isFolder, .noPhotos, .noMatch, .mixed, .unreadable("Input/output error"),
      .notFetched("not found (404)"), .empty, .notAList("an HTML page"), .encoding("UTF-32"),
      .binaryPropertyList, .broken("a string is not closed", entry: 3, byte: 120),
      .notGrouped("it is an object"), .nothingFound, .noItems(""), .noItems("/results"), .noLinks("/url"),
      .cancelled,
    ] as [ListError.Reason]).map { ("list", ListError(source: .file("list.json"), reason: $0)) }

  private static let outputs: [(String, any Error)] =
    [ENOSPC, EACCES, EIO, EISDIR].map { ("output", OutputError(writing: "sepia/Mist.png", code: $0)) }
    + ["", "/dev/null", "/dev/null/in", "/proc/nowhere", String(repeating: "x", count: 300)].compactMap {
      path in
      do {
        _ = try OutputFolder(path)
        return nil
      } catch { return ("output", error) }
    }
    + ["/tmp", "poster.gif"].compactMap { path in
      do {
        _ = try OutputFile(path)
        return nil
      } catch { return ("output", error) }
    }

  private static let usage: [(String, any Error)] = Mistakes.refusals.map { refusal in
    ("usage", Words(refusal.words.split(separator: "\n").first.map(String.init) ?? ""))
  }

  private static let system: [(String, any Error)] = [
    ("system", Shortage("only 12 files can be open, but 64 are needed; raise ulimit -n")),
    ("system", RunFailure.failed("run 3 of 20, gcd: it ended with status 66: no such file")),
    ("script", InputError("cannot read the script “x”: give a file")),
  ]

  private struct Words: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private static var all: [(kind: String, words: String)] {
    (usage + lists + links + photos + outputs + system).map { ($0.0, describe($0.1)) }
  }

  @Test("Messages are whole, of one line, and in words that people use")
  func table() {
    print("Messages:\n" + Self.all.map { "  \(fitted($0.kind, to: 8)) \($0.words)\n" }.joined())
    let odd = [
      "of no use", " anew", "no right", " told", "tells", "not done within", "  ", "nil", "Optional(", "curl",
      "Foundation", "The operation", "Error.",
    ]
    for (kind, words) in Self.all {
      #expect(!words.isEmpty && !words.contains("\n"), "\(kind): \(words)")
      for phrase in odd { #expect(!words.contains(phrase), "\(kind): \(words)") }
      #expect(
        words.last?.isWhitespace == false && words.last != ":" && words.last != ";", "\(kind): \(words)")
    }
  }

  private static let limits: [(any Error, String)] = [
    (
      ImagingError.tooManyPixels(width: 12_000, height: 12_000, limit: 100_000_000),
      "12000 × 12000 exceeds the limit of 100 MP (--max-pixels)"
    ),
    (TransferError(url: "", reason: .timedOut(.total, after: .seconds(40))), " (--timeout)"),
    (TransferError(url: "", reason: .tooLarge(limit: 9)), " (--max-bytes)"),
    (OutputError("no", [.place: "choose another"], isFatal: true), " (--out)"),
    (OutputError("no", [.otherwise: "move it", .replace: "replace it"], isFatal: true), " (--force)"),
    (OutputError("no", [.size: "make it smaller"], isFatal: true), " (--size)"),
    (ListError(source: .standardInput, reason: .noItems("/photos")), "--search-items"),
    (ListError(source: .standardInput, reason: .noItems("")), "--search-items"),
    (ListError(source: .standardInput, reason: .noLinks("/x")), "--search-link"),
  ]

  @Test(
    "A limit, a place, what exists and where a reply has its links are reported with the option that changes them",
    arguments: limits)
  func options(error: any Error, option: String) {
    #expect(describe(error).contains(option))
    #expect(!"\(error)".contains("--"), "nothing below the command names its options")
  }

  @Test("Where the list of failures is cut, the option that writes all of them is named")
  func cut() {
    let failures = (1...21).map { number in
      let entry = Outcome(position: number, name: "\(number)", url: "", kind: .failed)
      return Failure(entry, broken: [])
    }
    let lines = failureLines(failures, Style(usesColor: false), all: "with --json or --failures")
    #expect(lines.last == "  … and 1 more (all with --json or --failures)")
    #expect(lines.count == 21)
  }

  @Test("An empty list is reported in one line, which names the help that describes lists")
  func emptyList() {
    let words = describe(ListError(source: .file("list.json"), reason: .empty))
    let kinds = "A list is a property list, JSON, CSV, or text with one URL per line"
    #expect(words == "list.json is empty. \(kinds); see “pipeline photos --help-hidden”.")
    #expect(PhotosCommand.details.contains("A list is a property list"))
  }

  @Test("A misspelled subcommand is known, and a list's name is not mistaken for one")
  func misspelled() {
    let known = ["photos", "gallery", "scroll", "poster", "lesson", "serve"]
    #expect(closest(to: "poter", among: known) == "poster")
    #expect(closest(to: "photso", among: known) == "photos")
    #expect(closest(to: "GALLERY", among: known) == "gallery")
    #expect(closest(to: "lists", among: known) == nil)
    #expect(closest(to: "sepia", among: known) == nil)
  }
}
