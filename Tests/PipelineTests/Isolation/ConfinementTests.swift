#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Attempts the operations that a worker has given up, one by one. They run in a separate program, because
  /// the tests themselves need these operations.
  @Suite("The rights of a worker")
  struct ConfinementTests {
    private static let compiler = ["/usr/bin/clang", "/usr/bin/cc", "/opt/swift/usr/bin/clang"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../Sources/CIsolation").standardized.path

    @Test(
      "A worker can use its socket and get memory, and nothing else; and it ends with its parent",
      .enabled(if: compiler != nil, "a C compiler"))
    func rights() async throws {
      let folder = try Folder()
      try folder.write(Self.program, to: "rights.c")
      let result = try await folder.run(
        "", status: nil,
        by: """
          \(Self.compiler ?? "cc") -w -D_Nonnull= -D_Nullable= -I"\(Self.sources)/include" -o rights rights.c \
            "\(Self.sources)"/*.c && ./rights
          """)
      #expect(
        result.output == """
          confined: Success
          read a file: Operation not permitted
          make a file: Operation not permitted
          remove a file: Operation not permitted
          connect: Operation not permitted
          send a signal: Operation not permitted
          start a process: Operation not permitted
          become a program: Operation not permitted
          run new code: Operation not permitted
          raise a limit: Operation not permitted
          use what the parent had open: Bad file descriptor
          take too much memory: Cannot allocate memory
          take memory: Success
          read what the parent sends: Success
          ended by signal 29

          """, "\(result.error)")
    }

    /// Prints the result of each attempt. The worker then runs an endless loop, and its parent closes the
    /// lifeline.
    private static let program = """
      #define _GNU_SOURCE
      #include <CIsolation.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/mman.h>
      #include <sys/resource.h>
      #include <sys/socket.h>
      #include <sys/wait.h>
      #include <unistd.h>

      #define TRY(name, attempt) (errno = 0, (void)(attempt), say(name, errno))

      static void say(const char *name, int problem) {
        char text[100];
        int count = snprintf(text, sizeof text, "%s: %s\\n", name, strerror(problem));
        write(0, text, (size_t)count);
      }

      static void worker(int inherited) {
        char byte;
        pid_t parent = getppid();
        int problem = isolation_confine(1UL << 30);
        TRY("confined", errno = problem);
        TRY("read a file", open("/etc/passwd", O_RDONLY));
        TRY("make a file", open("made", O_WRONLY | O_CREAT, 0600));
        TRY("remove a file", unlink("rights.c"));
        TRY("connect", socket(AF_INET, SOCK_STREAM, 0));
        TRY("send a signal", kill(parent, 0));
        TRY("start a process", fork());
        TRY("become a program", execl("/bin/true", "true", NULL));
        TRY("run new code", mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        TRY("raise a limit", setrlimit(RLIMIT_NOFILE, &(struct rlimit){9, 9}));
        TRY("use what the parent had open", read(inherited, &byte, 1));
        TRY("take too much memory", malloc(2UL << 30));
        TRY("take memory", malloc(100 << 20));
        TRY("read what the parent sends", read(0, &byte, 1));
        for (;;) {}
      }

      int main(void) {
        int sockets[2], lifeline[2], inherited = fcntl(0, F_DUPFD, 20), status;
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || pipe(lifeline)) return 1;
        pid_t process = fork();
        if (!process) {
          dup2(sockets[1], 0);
          dup2(lifeline[0], 3);
          worker(inherited);
        }
        close(sockets[1]);
        write(sockets[0], "x", 1);
        char text[4096];
        for (ssize_t count; (count = read(sockets[0], text, sizeof text)) > 0;) {
          fwrite(text, 1, (size_t)count, stdout);
          if (memmem(text, (size_t)count, "parent sends", 12)) break;
        }
        close(lifeline[1]);
        waitpid(process, &status, 0);
        printf("ended by signal %d\\n", WTERMSIG(status));
        return 0;
      }
      """
  }
#endif
