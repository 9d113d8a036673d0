// Worker processes without rights. They are in C because the types of posix_spawn and the macros of seccomp's filters
// are C.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// A worker, from its parent's side.
typedef struct {
  pid_t process;
  /// The parent's end of the worker's standard input. Requests and replies go through it. It never blocks.
  int socket;
  /// A pipe to which nothing is written. Closing it kills the worker.
  int lifeline;
} isolation_worker;

/// Starts a program with two arguments as a worker. It can write only to its socket. Of the environment, it gets only
/// the paths of libraries.
///
/// - Returns: 0 on success, or an `errno`.
int isolation_start(const char *_Nonnull program, const char *_Nonnull first, const char *_Nonnull second,
                    isolation_worker *_Nonnull worker);

/// Drops the rights of this process, a worker, irrevocably. From then on it can use its standard input, allocate
/// memory, and exit. Call it while the process has one thread.
///
/// On Linux, seccomp refuses all other system calls. Other systems only have limits: no file can be opened or extended.
///
/// - `memory`: The maximum address space, in bytes.
/// - Returns: 0 on success, or an `errno`.
int isolation_confine(uint64_t memory);

#endif
