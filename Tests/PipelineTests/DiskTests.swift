#if os(Linux)
  import Foundation
  import SampleServer
  import TestSupport
  import Testing
  import WebServer

  /// Tests the program on disks with unusual behaviour. A preloaded library simulates them.
  @Suite("A program on other disks", .serialized, .enabled(if: Tool.cc.isHere), .timeLimit(.minutes(15)))
  final class DiskTests: CommandTests {
    private static let shim = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/file.h>
      #include <unistd.h>

      static int is(const char *name) { return getenv("DISK") && !strcmp(getenv("DISK"), name); }

      static int is_partial(int file) {
        char link[64], path[4096];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t count = readlink(link, path, sizeof path - 1);
        if (count < 0) return 0;
        path[count] = 0;
        return strstr(path, ".partial") != NULL;
      }

      int close(int file) {
        int (*system)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
        int fails = is("full") && is_partial(file);
        int result = system(file);
        if (fails) errno = EDQUOT;
        return fails ? -1 : result;
      }

      int flock(int file, int operation) {
        int (*system)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
        if (!is("lockless")) return system(file, operation);
        errno = ENOLCK;
        return -1;
      }

      int fcntl(int file, int command, ...) {
        int (*system)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl");
        va_list more;
        va_start(more, command);
        void *argument = va_arg(more, void *);
        va_end(more);
        if (!is("lockless") || (command != F_SETLK && command != F_GETLK)) return system(file, command, argument);
        errno = ENOLCK;
        return -1;
      }

      int fcntl64(int, int, ...) __attribute__((alias("fcntl")));
      """#

    override init() throws {
      try super.init()
      try folder.write(Self.shim, to: "shim.c")
      try list("stephen", "john")
    }

    private func run(_ line: String, on disk: String, status: Int32) async throws -> Program.Result {
      let script =
        #"cc -shared -fPIC -o shim.so shim.c -ldl && DISK=\#(disk) LD_PRELOAD="$PWD/shim.so" exec "$@""#
      return try await folder.run(line, status: status, by: script)
    }

    @Test(
      "An error that a disk reports only when a file is closed is an error, and the file gets no name",
      arguments: [
        "photos list.txt --out out", "download list.txt --out out", "poster list.txt --out out/a.png",
      ])
    func full(line: String) async throws {
      let result = try await run(line, on: "full", status: 73)
      // A photo's reason is in the output, and a failed run's reason is in the error output.
      let text = result.output + result.error
      #expect(text.contains("no space left in the quota of the disk"), "\(text)")
      #expect(try files("out").isEmpty)
    }

    @Test("A disk that has no locks is used, also by --take-over", arguments: ["photos", "download"])
    func lockless(command: String) async throws {
      for option in ["", " --take-over"] {
        _ = try await run("\(command) list.txt --out out\(option)", on: "lockless", status: 0)
      }
      #expect(try files("out").count == 2)
    }
  }
#endif
