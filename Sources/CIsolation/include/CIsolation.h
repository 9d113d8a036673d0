// Worker processes without rights. In C, as posix_spawn's types and the macros of seccomp's filters are C's.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// A worker, and what its parent holds of it.
typedef struct {
  pid_t process;
  /// The other end of its standard input, to send requests and to receive replies. It never blocks.
  int socket;
  /// When this is closed, the worker is killed. Nothing is ever written to it.
  int lifeline;
} isolation_worker;

/// Starts a program with two arguments as a worker. It can write only to its socket, and gets nothing of the environment but
/// the places of libraries.
///
/// - Returns: 0, or what is wrong, as an `errno`.
int isolation_start(const char *_Nonnull program, const char *_Nonnull first, const char *_Nonnull second,
                    isolation_worker *_Nonnull worker);

/// Gives up the rights of this process, a worker, for good: from here on it can use its standard input, get memory, and end.
/// To be called while it has one thread.
///
/// On Linux, seccomp refuses all other calls of the system. Elsewhere there are limits alone: no file can be opened or made
/// longer.
///
/// - `memory`: the most address space, in bytes.
/// - Returns: 0, or what is wrong, as an `errno`.
int isolation_confine(uint64_t memory);

#endif
