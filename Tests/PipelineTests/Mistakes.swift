import ArgumentParser
import Lessons

@testable import pipeline

/// Returns the program's report of invalid arguments, which it parses before anything else. The parser of the
/// single command finds the mistake, because the root's parser goes through all commands and takes several times as
/// long.
func report(of arguments: [String]) -> String {
  let named = Pipeline.configuration.subcommands.first {
    $0.configuration.commandName == arguments.first
  }
  let command = named ?? PhotosCommand.self
  do {
    _ = try command.parse(named == nil ? arguments : Array(arguments.dropFirst()))
    return ""
  } catch {
    return Pipeline.text(of: error)
  }
}

/// Returns the first sentences of the report, without the help below them, and whether they are about wrong usage. Only
/// such reports refer to the help, and end the program with 64.
func refusal(of arguments: [String]) -> (isWrongUsage: Bool, words: String) {
  let report = report(of: arguments)
  let words = report.split(separator: /\n(?:Help|Usage):/, maxSplits: 1).first ?? ""
  return (report.hasSuffix("' for more information."), String(words.trimmingPrefix("pipeline: ")))
}

/// Mistakes that newcomers may make with any command.
enum Mistakes {
  /// The program's report of each mistake, in the order of `all`.
  static let refusals = all.map { refusal(of: $0.arguments) }

  /// The arguments, each with a part of the expected message: the problem or its remedy.
  static let all: [(arguments: [String], reason: String)] =
    [
      ["photos"], ["gallery"], ["scroll"], ["thumbnails"], ["download"], ["poster"],
      ["download", "--search", "lake"], ["compare", "--"],
    ].map { ($0 + ["--block-private"], "the sample server is on it: give") }
    + [
      ["photos", "--out", ""], ["download", "-o", ""], ["thumbnails", "--out", ""], ["poster", "--out", ""],
      ["scroll", "--trace", ""], ["gallery", "--events", ""], ["compare", "--report", ""],
    ].map { ($0, "it is empty") }
    + [
      (["--resize", "1600"], "--resize"), (["--resize", "x"], "--resize"), (["--resize", "0x5"], "--resize"),
      (["--resize", "5x-5"], "--resize"), (["--format", "webp"], "png"),
      (["--quality", "80"], "add --format jpeg"), (["--format", "jpeg", "--quality", "0"], "from 1 to 100"),
      (["--format", "jpeg", "--compression", "small"], "is for PNGs"),
      (["poster", "--out", "p.jpg", "--compression", "small"], "is for PNGs"),
      (["--name", "photo"], "neither {name} nor {number}"), (["--cacert", "nowhere.pem"], "“nowhere.pem”"),
      (["--shard", "1/2"], "give a list"), (["list.txt", "--shard", "3/2"], "“3/2”"),
      (["--ahead", "0"], "at least 1"), (["--per-host", "0"], "at least 1"),
      (["--per-host", "9"], "no effect with --downloads 8"), (["list.txt", "--seed", "5"], "give no list"),
      (["--seed", "5"], "add --failure-rate or --jitter"), (["list.txt", "--delay", "0"], "give no list"),
      (["--cacert", "/"], "for other servers"), (["--refresh"], "makes the sample photos again"),
      (["--dry-run", "--trace", "t"], "--dry-run runs nothing"), (["--filters", "0"], "at least 1"),
      (["--timeout", "inf"], "more than 0 and less than"), (["--retries", "-1"], "--retries"),
      (["--intensity", "2"], "from 0 to 1"), (["--engine", "best"], "'serial'"),
      (["list", "--delay", "1"], "give no list"), (["--failure-rate", "2"], "from 0 to 1"),
      (["--rate-limit", "0/s"], "from 0.36/h to 1000000/s"),
      (["--limit-rate", "0"], "at least 1 byte a second"), (["--seed=-1"], "from 0 to \(UInt64.max)"),
      (["--resize", "0x5"], "from 1 to 1000000"),
      (["poster", "--size", "30000x20000"], "from 16 to 16384, with at most 64 million pixels"),
      (["--rate", "0"], "at least 1 byte a second"), (["--delay", "-1"], "--delay"), (["--bogus"], "--bogus"),
    ]
    + [
      (["download", "--shard", "1/2"], "give a list"), (["download", "list.txt", "--shard", "x"], "“x”"),
      (["download", "--name", "photo"], "neither {name} nor {number}"),
      (["download", "list.txt", "--search", "x"], "not both"),
      (["download", "--search", " "], "needs words"),
      (["download", "--search-url", "http://x/{query}"], "need words to search for"),
      (["download", "--search", "x", "--search-url", "y"], "{query}"),
      (["download", "--search", "x", "--search-link", "url"], "“url”"),
      (["download", "--search", "x", "--search-items", "results"], "begins with a slash"),
      (["download", "--downloads", "0"], "at least 1"),
      (["download", "list.txt", "--delay", "1"], "give no list"),
      (["download", "--dry-run", "--failures", "f"], "runs nothing"),
      (["gallery", "--script", "flick"], "--record"), (["gallery", "--rows", "3"], "add --script"),
      (["gallery", "list.txt", "--count", "3"], "give no list"),
      (["gallery", "--replay", "a", "--record", "b"], "give it alone"),
      (["gallery", "--replay", "a", "--engine", "gcd"], "give it alone"),
      (["scroll", "list.txt", "--count", "3"], "give no list"),
      (["scroll", "list.txt", "--script", "file", "--seed", "5"], "give no list"),
      (["scroll", "--print-script", "--trace", "t"], "give it alone"),
      (["poster", "--preview", "--quiet"], "needs a terminal"),
      (["gallery", "--with-and-without"], "name it"), (["gallery", "-"], "standard input"),
      (["poster", "--size", "1x1"], "--size"), (["poster", "--layers", "0"], "at least 1"),
      (["scroll", "--rows", "0"], "from 1 to"), (["thumbnails", "--size", "0"], "at least 1 pixel"),
      (["lesson", "0"], "There is no lesson 0: choose from 1 to \(lessons.count)."),
      (["lesson", "99"], "There is no lesson 99: choose from 1 to \(lessons.count)."),
      (["lesson", "6", "7"], "give one number"), (["lesson", "xyzzy"], "No lesson contains “xyzzy”"),
      (["lesson", "6", "--file", "threads"], "gcd, operation, tasks, trap, not “threads”"),
      (["lesson", "--file", "gcd"], "the number of a lesson"),
      (["lesson", "--picture"], "the number of a lesson"),
      (["lesson", "6", "--jobs", "3000"], "--jobs is for lesson 18"),
      (["lesson", "18", "--trap", "--jobs", "3000"], "leave out --file and --trap"),
      (["serve", "--port", "70000"], "from 0 to 65535"),
    ]
    + [
      ("--engines gcd,best", "not “best”"), ("--engines loop", "not “loop”"), ("--runs 0", "at least 1"),
      ("--list -", "standard input"), ("--list x --delay 1", "give no list"),
      ("--workload jobs --engines serial", "not “serial”"), ("--workload jobs --list x", "omit --list"),
      ("--full", "--full is for --workload jobs"), ("-- --proxy http://a", "for other servers"),
      ("-- --force", "its own folder"), ("-- --failures f", "would replace it"),
      ("--workload scroll -- --print-script", "nothing would be run"),
      ("--workload scroll -- --script file --count 3", "--count is for the sample list"),
    ].map { (["compare"] + words($0.0), $0.1) }
}
