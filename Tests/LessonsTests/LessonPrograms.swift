import Foundation
import Lessons
import Testing

import class TestSupport.Child
import class TestSupport.Folder

/// Tests of the versions as standalone files. `.ci/lessons` compiles and runs all of them.
@Suite struct LessonPrograms {
  @Test("A program has nothing of this package but what its lesson uses", arguments: lessons)
  func whole(lesson: Lesson) {
    for version in Lesson.Version.allCases {
      let program = lesson.program(version)
      for word in ["diary", "LessonKit", "#line"] { #expect(!program.contains(word), "\(word)") }
      // The program prints each job.
      for span in lesson.source(version).matches(of: /diary\.span\((.+?)\) \{/) {
        let call = span.output.1.replacing(", line: line", with: "")
        #expect(program.contains("span(\(call)) {"), "\(version): \(call)")
      }
      for helper in lesson.helpers(version) where helper.conformances.isEmpty {
        #expect(helper.text.hasPrefix("/// "), "\(helper.name)")
      }
    }
  }

  @Test(
    "A program compiles where there is nothing else, runs, and shows what the lesson shows",
    arguments: [(1, Lesson.Version.gcd), (28, .operation), (13, .tasks)])
  func runs(number: Int, version: Lesson.Version) async throws {
    let lesson = try #require(lessons.first { $0.number == number })
    let folder = try Folder()
    try folder.write(lesson.program(version), to: "main.swift")
    let (story, shown) = await onOwnThread {
      let (file, program) = (folder.path + "/main.swift", folder.path + "/main")
      let compiled = output(["swiftc", "-swift-version", "6", "-warnings-as-errors", file, "-o", program])
      return (lesson.run(version), compiled.isEmpty ? output([program]) : compiled)
    }
    let figures = story.figures.map { "\($0.name): \($0.value)" }
    #expect(
      Set(shown.split(separator: "\n").map(String.init)).isSuperset(of: story.notes + story.spans + figures),
      "\(shown)")
  }
}

/// Returns the output of a command, including errors. Blocks the calling thread.
func output(_ command: [String]) -> String {
  let pipe = Pipe()
  let both = Child.Stream.descriptor(pipe.fileHandleForWriting.fileDescriptor)
  do { _ = try Child("/usr/bin/env", command, output: .pipe(pipe), error: both) } catch { return "\(error)" }
  return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
}
