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

// Newer calls, which older headers lack; their numbers are the same on every architecture.
enum {
  IO_URING_SETUP = 425, IO_URING_ENTER = 426, IO_URING_REGISTER = 427, CLONE_3 = 435,
  PIDFD_GETFD = 438, MOUNT_SETATTR = 442, FCHMODAT_2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466,
};
enum { TYPE_ON_CONSOLE = 0x541C };  // TIOCLINUX

static int deny_system_calls(void) {
  pid_t self = getpid();
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#ifdef __x86_64__
      // The calls of x32 have other numbers and would pass.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(REFUSAL),
#endif
      // Networks, and what could stand in for them.
      DENY(__NR_socket), DENY(__NR_socketpair), DENY(__NR_connect), DENY(__NR_bind),
      DENY(__NR_listen), DENY(__NR_accept), DENY(__NR_accept4), DENY(__NR_sendto),
      DENY(__NR_sendmsg), DENY(__NR_sendmmsg), DENY(__NR_recvfrom), DENY(__NR_recvmsg),
      DENY(__NR_recvmmsg), DENY(IO_URING_SETUP), DENY(IO_URING_ENTER), DENY(IO_URING_REGISTER),
      DENY(__NR_mq_open), DENY(__NR_shmget), DENY(__NR_shmat), DENY(__NR_msgget), DENY(__NR_semget),
      // Other programs and processes. Threads are not processes; asked for by clone3, whose flags a
      // filter cannot see, they are asked for again by clone.
      DENY(__NR_execve), DENY(__NR_execveat), DENY(__NR_ptrace), DENY(__NR_process_vm_readv),
      DENY(__NR_process_vm_writev), DENY(__NR_kcmp), DENY(PIDFD_GETFD), DENY(__NR_kill),
      DENY(__NR_tkill), DENY(__NR_rt_sigqueueinfo), DENY(__NR_rt_tgsigqueueinfo),
      DENY(__NR_unshare), DENY(__NR_setns), DENY(__NR_personality),
#ifdef __x86_64__
      DENY(__NR_fork), DENY(__NR_vfork), DENY(__NR_modify_ldt), DENY(__NR_iopl), DENY(__NR_ioperm),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLONE_3, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), LOW_HALF(0),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), ANSWER(REFUSAL),
      ANSWER(SECCOMP_RET_ALLOW),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), LOW_HALF(0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)self, 1, 0), ANSWER(REFUSAL),
      ANSWER(SECCOMP_RET_ALLOW),
      // New code. What is linked is loaded by now.
      DENY_IF_SET(__NR_mmap, 2, PROT_EXEC), DENY_IF_SET(__NR_mprotect, 2, PROT_EXEC),
      DENY_IF_SET(__NR_pkey_mprotect, 2, PROT_EXEC),
      // What Landlock does not see: owners, permissions and attributes of files, and devices.
      DENY(__NR_fchmodat), DENY(FCHMODAT_2), DENY(__NR_fchown), DENY(__NR_fchownat),
      DENY(__NR_setxattr), DENY(__NR_lsetxattr), DENY(__NR_fsetxattr), DENY(__NR_removexattr),
      DENY(__NR_lremovexattr), DENY(__NR_fremovexattr), DENY(SETXATTRAT), DENY(REMOVEXATTRAT),
      DENY(__NR_utimensat), DENY(__NR_truncate), DENY(__NR_open_by_handle_at),
#ifdef __x86_64__
      DENY(__NR_chmod), DENY(__NR_chown), DENY(__NR_lchown), DENY(__NR_utime), DENY(__NR_utimes),
      DENY(__NR_futimesat),
#endif
      // Typing into the terminal that the process was started from.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 5), LOW_HALF(1),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TYPE_ON_CONSOLE, 0, 1), ANSWER(REFUSAL),
      ANSWER(SECCOMP_RET_ALLOW),
      // The system.
      DENY(__NR_mount), DENY(__NR_umount2), DENY(__NR_pivot_root), DENY(__NR_chroot),
      DENY(MOUNT_SETATTR), DENY(__NR_swapon), DENY(__NR_swapoff), DENY(__NR_reboot),
      DENY(__NR_sethostname), DENY(__NR_setdomainname), DENY(__NR_settimeofday),
      DENY(__NR_clock_settime), DENY(__NR_adjtimex), DENY(__NR_clock_adjtime), DENY(__NR_acct),
      DENY(__NR_quotactl), DENY(__NR_syslog), DENY(__NR_bpf), DENY(__NR_perf_event_open),
      DENY(__NR_userfaultfd), DENY(__NR_add_key), DENY(__NR_request_key), DENY(__NR_keyctl),
      DENY(__NR_init_module), DENY(__NR_finit_module), DENY(__NR_delete_module),
      DENY(__NR_kexec_load), DENY(__NR_fanotify_init),
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
