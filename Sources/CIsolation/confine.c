// For O_ASYNC and syscall.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CIsolation.h"
#include "lifeline.h"

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// The sanitizer's shadow memory and reports need more than a worker has.
#define HAS_SANITIZER
#endif
#endif

// MARK: System calls

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#ifdef __x86_64__
#define PROCESSOR AUDIT_ARCH_X86_64
#else
#define PROCESSOR AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW(call) UNLESS(SYS_##call, 1), ANSWER(SECCOMP_RET_ALLOW)

/// Other calls fail with EPERM instead of ending the process, because libraries try some calls that they can
/// do without.
static struct sock_filter filter[] = {
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    // Input and output.
    ALLOW(read), ALLOW(write),
    // Memory.
    ALLOW(brk), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise),
    // Locks, clocks and seeds of hash tables.
    ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(getrandom),
    // Exit.
    ALLOW(exit), ALLOW(exit_group), ALLOW(rt_sigreturn),
    // More memory, unless it is executable.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0), UNLESS(SYS_mprotect, 3), LOAD(args[2]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0), ANSWER(SECCOMP_RET_ALLOW),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
};

static int filter_calls(void) {
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
  long other = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return other < 0 ? errno : other > 0 ? EBUSY : 0;
}

#elif defined(__linux__)
static int filter_calls(void) { return ENOSYS; }
#else
static int filter_calls(void) { return 0; }
#endif

// MARK: Files and limits

/// Closes every other file that the parent had open. It must be called before the limit on open files is
/// lowered.
static void close_inherited(void) {
#ifdef SYS_close_range
  if (!syscall(SYS_close_range, LIFELINE + 1, ~0U, 0)) return;
#endif
  for (int file = (int)sysconf(_SC_OPEN_MAX) - 1; file > LIFELINE; file--) close(file);
}

/// Makes this process the first one that Linux kills when memory runs out. Other systems have no such
/// setting.
static void end_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!write(file, "1000", 4);
  close(file);
}

/// Lowers a limit irrevocably, unless it is already lower.
static _Bool lower(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return 0;
  if (limit.rlim_max > most) limit.rlim_max = most;
  limit.rlim_cur = limit.rlim_max;
  return !setrlimit(resource, &limit);
}

int isolation_confine(uint64_t memory) {
  // When the other end is closed, SIGIO ends the process, even if it is in an endless loop.
  if (fcntl(LIFELINE, F_SETOWN, getpid()) || fcntl(LIFELINE, F_SETFL, O_ASYNC)) return errno;
  end_first();
#ifndef HAS_SANITIZER
  close_inherited();
#endif
  if (!lower(RLIMIT_NOFILE, 0) || !lower(RLIMIT_FSIZE, 0) || !lower(RLIMIT_CORE, 0)) return errno;
#ifdef HAS_SANITIZER
  (void)memory, (void)close_inherited, (void)filter_calls;
  return 0;
#else
  return lower(RLIMIT_AS, memory) ? filter_calls() : errno;
#endif
}
