// Worker processes without privileges. This is written in C because the types of posix_spawn and the macros for
// seccomp filters are only usable in C.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// A worker, as seen by its parent.
typedef struct {
  pid_t process;
  /// The parent's end of the worker's standard input. Requests and replies go through it. It never blocks.
  int socket;
  /// A pipe to which nothing is written. Closing it kills the worker.
  int lifeline;
} isolation_worker;

/// Starts a program with two arguments as a worker. The worker can write only to its socket. Its environment contains
/// only the library paths.
///
/// - Returns: 0 on success, or an `errno`.
int isolation_start(const char *_Nonnull program, const char *_Nonnull first, const char *_Nonnull second,
                    isolation_worker *_Nonnull worker);

/// Irrevocably drops the privileges of this process, which is a worker. From then on, it can use its standard input,
/// allocate memory, and exit. Call this while the process has only one thread.
///
/// On Linux, seccomp refuses all other system calls. Other systems only have limits: no file can be opened or
/// extended.
///
/// - `memory`: The maximum address space, in bytes.
/// - Returns: 0 on success, or an `errno`.
int isolation_confine(uint64_t memory);

#endif
