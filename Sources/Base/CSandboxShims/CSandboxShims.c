#define _GNU_SOURCE
#include "CSandboxShims.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dirent.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (include/uapi/linux/landlock.h); the numbers are the same on every architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };

#define FS_EXECUTE (1ull << 0)
#define FS_WRITE_FILE (1ull << 1)
#define FS_READ_FILE (1ull << 2)
#define FS_READ_DIR (1ull << 3)
#define FS_REMOVE_FILE (1ull << 5)
#define FS_MAKE_REG (1ull << 8)
#define FS_TRUNCATE (1ull << 14)  // since version 3
#define FS_ALL_OF_VERSION_1 ((1ull << 13) - 1)
#define FS_ALL_OF_VERSION_2 ((1ull << 14) - 1)  // and linking or renaming between folders
#define FS_ALL_OF_VERSION_3 ((1ull << 15) - 1)
#define FS_ALL_OF_VERSION_5 ((1ull << 16) - 1)  // and controlling devices
#define NET_ALL_OF_VERSION_4 3ull               // binding and connecting TCP
#define SCOPE_ALL_OF_VERSION_6 3ull             // abstract sockets and signals

struct rules {
  uint64_t files, network, scope;
};

struct path_rule {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

int csandbox_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  return version < 0 ? -errno : (int)version;
}

int csandbox_thread_count(void) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return -errno;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

int csandbox_make_rules(void) {
  int version = csandbox_landlock_version();
  if (version < 0) return version;
  struct rules rules = {
      .files = version >= 5   ? FS_ALL_OF_VERSION_5
               : version >= 3 ? FS_ALL_OF_VERSION_3
               : version >= 2 ? FS_ALL_OF_VERSION_2
                              : FS_ALL_OF_VERSION_1,
      .network = version >= 4 ? NET_ALL_OF_VERSION_4 : 0,
      .scope = version >= 6 ? SCOPE_ALL_OF_VERSION_6 : 0,
  };
  // Older kernels take no more of the structure than they know.
  size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
  long descriptor = syscall(CREATE_RULESET, &rules, size, 0);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int csandbox_allow(int rules, const char *path, int what) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return errno;
  struct stat status;
  struct path_rule rule = {.parent = parent};
  if (what & CSANDBOX_READ) rule.access |= FS_READ_FILE;
  if (fstat(parent, &status) == 0 && S_ISDIR(status.st_mode)) {
    if (what & CSANDBOX_LIST) rule.access |= FS_READ_DIR;
    if (what & CSANDBOX_WRITE) rule.access |= FS_WRITE_FILE | FS_MAKE_REG | FS_REMOVE_FILE;
  }
  int result = 0;
  if (rule.access && syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) != 0) result = errno;
  close(parent);
  return result;
}

// seccomp: a program of the classic packet filter, run before every system call.

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW_HALF(argument) LOAD(args[argument])  // both architectures are little-endian
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSAL (SECCOMP_RET_ERRNO | EPERM)
#define DENY(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ANSWER(REFUSAL)
// Denies a call when any bit of a mask is set in an argument.
#define DENY_IF_SET(number, argument, mask)                                                  \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOW_HALF(argument),                   \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (mask), 0, 1), ANSWER(REFUSAL), ANSWER(SECCOMP_RET_ALLOW)

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Denies a call that names another process than this one, in its first argument; 0 is this one too.
#define DENY_OTHERS(number, self)                                                                  \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 5), LOW_HALF(0),                                \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (self), 1, 0), \
      ANSWER(REFUSAL), ANSWER(SECCOMP_RET_ALLOW)
// Denies making a file that runs with its owner's rights, or its group's.
#define DENY_OWNERS_RIGHTS(number, argument) DENY_IF_SET(number, argument, S_ISUID | S_ISGID)
// The same where the mode counts only if the flags ask for a new file. (Bits of O_TMPFILE mean other things too.)
#define DENY_OWNERS_RIGHTS_IF_NEW(number, flags, mode)                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 6), LOW_HALF(flags),                            \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | (O_TMPFILE & ~O_DIRECTORY), 0, 3), LOW_HALF(mode), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, S_ISUID | S_ISGID, 0, 1), ANSWER(REFUSAL),              \
      ANSWER(SECCOMP_RET_ALLOW)
// Of a call with many commands, allows one.
#define ALLOW_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define DENY_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), ANSWER(REFUSAL)

// Calls since Linux 5.1 have the same number on every architecture; older headers lack some. Of these only what is
// named here is known to a sandboxed process. Anything else does not exist for it, as on an older kernel: pidfds,
// io_uring, clone3, whose flags a filter cannot see, openat2, whose mode it cannot see, and what is still to come.
enum {
  FIRST_OF_ALL_ARCHITECTURES = 424,
  CLOSE_RANGE = 436, FACCESSAT_2 = 439, EPOLL_PWAIT_2 = 441, FUTEX_WAITV = 449,
  FUTEX_WAKE = 454, FUTEX_WAIT = 455, FUTEX_REQUEUE = 456,
};
enum { TERMINAL_ATTRIBUTES_2 = 0x802C542A };  // TCGETS2

static int deny_system_calls(void) {
  uint32_t self = (uint32_t)getpid();
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#ifdef __x86_64__
      // The calls of x32 have other numbers and would pass.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(REFUSAL),
#endif
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_OF_ALL_ARCHITECTURES, 0, 15),
      ALLOW_EQUAL(CLOSE_RANGE), ALLOW_EQUAL(FACCESSAT_2), ALLOW_EQUAL(EPOLL_PWAIT_2),
      ALLOW_EQUAL(FUTEX_WAITV), ALLOW_EQUAL(FUTEX_WAKE), ALLOW_EQUAL(FUTEX_WAIT),
      ALLOW_EQUAL(FUTEX_REQUEUE), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      // Networks, and what could stand in for them. Queues and memory of System V are reached by number,
      // without being opened.
      DENY(__NR_socket), DENY(__NR_socketpair), DENY(__NR_connect), DENY(__NR_bind),
      DENY(__NR_listen), DENY(__NR_accept), DENY(__NR_accept4), DENY(__NR_sendto),
      DENY(__NR_sendmsg), DENY(__NR_sendmmsg), DENY(__NR_recvfrom), DENY(__NR_recvmsg),
      DENY(__NR_recvmmsg), DENY(__NR_mq_open), DENY(__NR_mq_unlink), DENY(__NR_shmget),
      DENY(__NR_shmat), DENY(__NR_shmctl), DENY(__NR_msgget), DENY(__NR_msgsnd), DENY(__NR_msgrcv),
      DENY(__NR_msgctl), DENY(__NR_semget), DENY(__NR_semop), DENY(__NR_semtimedop),
      DENY(__NR_semctl),
      // Other programs and processes. Threads are not processes.
      DENY(__NR_execve), DENY(__NR_execveat), DENY(__NR_ptrace), DENY(__NR_process_vm_readv),
      DENY(__NR_process_vm_writev), DENY(__NR_kcmp), DENY(__NR_kill), DENY(__NR_tkill),
      DENY(__NR_rt_sigqueueinfo), DENY(__NR_rt_tgsigqueueinfo), DENY(__NR_unshare),
      DENY(__NR_setns), DENY(__NR_personality), DENY(__NR_setpriority), DENY(__NR_ioprio_set),
      DENY(__NR_setpgid), DENY(__NR_move_pages), DENY(__NR_migrate_pages),
#ifdef __x86_64__
      DENY(__NR_fork), DENY(__NR_vfork), DENY(__NR_modify_ldt), DENY(__NR_iopl), DENY(__NR_ioperm),
      DENY(__NR_uselib),
#endif
      DENY_OTHERS(__NR_prlimit64, self), DENY_OTHERS(__NR_sched_setaffinity, self),
      DENY_OTHERS(__NR_sched_setparam, self), DENY_OTHERS(__NR_sched_setscheduler, self),
      DENY_OTHERS(__NR_sched_setattr, self),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), LOW_HALF(0),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), ANSWER(REFUSAL),
      ANSWER(SECCOMP_RET_ALLOW),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), LOW_HALF(0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0), ANSWER(REFUSAL),
      ANSWER(SECCOMP_RET_ALLOW),
      // A file can be told to signal a process when it can be read.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 8), LOW_HALF(1), DENY_EQUAL(F_SETOWN),
      DENY_EQUAL(F_SETOWN_EX), DENY_EQUAL(F_SETSIG), ANSWER(SECCOMP_RET_ALLOW),
      // New code. What is linked is loaded by now.
      DENY_IF_SET(__NR_mmap, 2, PROT_EXEC), DENY_IF_SET(__NR_mprotect, 2, PROT_EXEC),
      DENY_IF_SET(__NR_pkey_mprotect, 2, PROT_EXEC),
      // What Landlock does not see: owners, permissions and attributes of files, names that change in folders
      // elsewhere, and devices.
      DENY(__NR_fchmodat), DENY(__NR_fchown), DENY(__NR_fchownat), DENY(__NR_setxattr),
      DENY(__NR_lsetxattr), DENY(__NR_fsetxattr), DENY(__NR_removexattr), DENY(__NR_lremovexattr),
      DENY(__NR_fremovexattr), DENY(__NR_utimensat), DENY(__NR_truncate),
      DENY(__NR_open_by_handle_at), DENY(__NR_name_to_handle_at), DENY(__NR_inotify_init1),
      DENY(__NR_inotify_add_watch), DENY_OWNERS_RIGHTS(__NR_fchmod, 1),
      DENY_OWNERS_RIGHTS_IF_NEW(__NR_openat, 2, 3),
#ifdef __x86_64__
      DENY(__NR_chmod), DENY(__NR_chown), DENY(__NR_lchown), DENY(__NR_utime), DENY(__NR_utimes),
      DENY(__NR_futimesat), DENY(__NR_inotify_init), DENY_OWNERS_RIGHTS(__NR_creat, 1),
      DENY_OWNERS_RIGHTS_IF_NEW(__NR_open, 1, 2),
#endif
      // What is asked of a terminal, and of a pipe. Everything else a device may do, such as typing into the
      // terminal that the process was started from, or changing a file's attributes.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 10), LOW_HALF(1), ALLOW_EQUAL(TCGETS),
      ALLOW_EQUAL(TERMINAL_ATTRIBUTES_2), ALLOW_EQUAL(TIOCGWINSZ), ALLOW_EQUAL(FIONREAD),
      ANSWER(REFUSAL),
      // The system.
      DENY(__NR_mount), DENY(__NR_umount2), DENY(__NR_pivot_root), DENY(__NR_chroot),
      DENY(__NR_swapon), DENY(__NR_swapoff), DENY(__NR_reboot), DENY(__NR_sethostname),
      DENY(__NR_setdomainname), DENY(__NR_settimeofday), DENY(__NR_clock_settime),
      DENY(__NR_adjtimex), DENY(__NR_clock_adjtime), DENY(__NR_acct), DENY(__NR_quotactl),
      DENY(__NR_syslog), DENY(__NR_bpf), DENY(__NR_perf_event_open), DENY(__NR_userfaultfd),
      DENY(__NR_add_key), DENY(__NR_request_key), DENY(__NR_keyctl), DENY(__NR_init_module),
      DENY(__NR_finit_module), DENY(__NR_delete_module), DENY(__NR_kexec_load),
      DENY(__NR_kexec_file_load), DENY(__NR_fanotify_init),
      ANSWER(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

// The superuser keeps only what opening and writing files of others takes: not the right to read the
// kernel's memory, to trace, or to load modules.
static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &header, data) != 0) return errno;
  uint32_t kept = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH | 1u << CAP_FOWNER;
  for (int half = 0; half < 2; half++) {
    data[half].permitted &= half == 0 ? kept : 0;
    data[half].effective &= data[half].permitted;
    data[half].inheritable = 0;
  }
  return syscall(SYS_capset, &header, data) == 0 ? 0 : errno;
}

int csandbox_enforce(int rules) {
  int result = 0;
  if (csandbox_thread_count() > 1) result = EBUSY;
  // Without this only the superuser may restrict itself; and nothing started later gains rights.
  if (!result && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result = errno;
  if (!result) result = drop_capabilities();
  if (!result && syscall(RESTRICT_SELF, rules, 0) != 0) result = errno;
  if (!result) result = deny_system_calls();
  close(rules);
  return result;
}

#else

int csandbox_landlock_version(void) { return -ENOSYS; }
int csandbox_thread_count(void) { return -ENOSYS; }
int csandbox_make_rules(void) { return -ENOSYS; }
int csandbox_allow(int rules, const char *path, int what) { return ENOSYS; }
int csandbox_enforce(int rules) { return ENOSYS; }

#endif
