// For pipe2 and asprintf.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CIsolation.h"
#include "lifeline.h"

/// Moves a descriptor above those that the worker gets, so that none of the worker's descriptors is overwritten
/// before it is copied.
static int above(int file) {
  int moved = fcntl(file, F_DUPFD_CLOEXEC, LIFELINE + 1), problem = errno;
  close(file);
  errno = problem;
  return moved;
}

/// Creates the two connected ends of a socket or a pipe. The first end of a pipe is for reading.
static _Bool connect_ends(int ends[2], _Bool is_socket) {
#ifdef __APPLE__
  if (is_socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends)) return 0;
#else
  if (is_socket ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : pipe2(ends, O_CLOEXEC)) return 0;
#endif
  for (int i = 0; i < 2; i++) ends[i] = above(ends[i]);
  return ends[0] >= 0 && ends[1] >= 0;
}

static void close_ends(const int ends[2]) {
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0) close(ends[i]);
}

static int spawn(char *arguments[], int socket, int lifeline, pid_t *process) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, lifeline, LIFELINE);

  // Ctrl-C reaches every process of the terminal, but only the parent should end its workers.
  sigset_t blocked, restored;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGHUP);
  sigemptyset(&restored);
  sigaddset(&restored, SIGIO);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setsigdefault(&attributes, &restored);
  posix_spawnattr_setflags(&attributes, flags);

  const char *places = getenv("LD_LIBRARY_PATH");
  char *libraries = NULL, *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL, NULL};
  int problem = places && asprintf(&libraries, "LD_LIBRARY_PATH=%s", places) < 0 ? ENOMEM : 0;
  environment[1] = libraries;
  if (!problem) problem = posix_spawn(process, arguments[0], &files, &attributes, arguments, environment);
  free(libraries);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return problem;
}

int isolation_start(const char *program, const char *first, const char *second, isolation_worker *worker) {
  // posix_spawn changes none of these strings.
  char *arguments[] = {(char *)program, (char *)first, (char *)second, NULL};
  int sockets[2] = {-1, -1}, lifelines[2] = {-1, -1};
  int problem = connect_ends(sockets, 1) && connect_ends(lifelines, 0) ? 0 : errno;
  if (!problem) problem = spawn(arguments, sockets[1], lifelines[0], &worker->process);
  if (problem) {
    close_ends(sockets);
    close_ends(lifelines);
    return problem;
  }
  close(sockets[1]);
  close(lifelines[0]);
#ifdef SO_NOSIGPIPE
  setsockopt(sockets[0], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
  fcntl(sockets[0], F_SETFL, O_NONBLOCK);
  worker->socket = sockets[0];
  worker->lifeline = lifelines[1];
  return 0;
}
