#define _GNU_SOURCE
#include "CSandboxEscapes.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Calls that older headers lack; the same on every architecture.
enum { PIDFD_SEND_SIGNAL = 424, OPEN_TREE = 428, FSOPEN = 430, PIDFD_OPEN = 434, OPENAT_2 = 437, FILE_SETATTR = 469 };
// TIOCLINUX: what is typed into the terminal that the process was started from.
enum { TYPE_ON_CONSOLE = 0x541C };

static pid_t another;
static int queue, memory, semaphores;

int cescape_prepare(void) {
  int lifeline[2];
  queue = msgget(IPC_PRIVATE, 0600);
  memory = shmget(IPC_PRIVATE, 4096, 0600);
  semaphores = semget(IPC_PRIVATE, 1, 0600);
  // Where the system has none of these, their numbers are -1, and the ways to them are refused all the same.
  if (pipe(lifeline) != 0) return errno;
  another = fork();
  if (another < 0) return errno;
  if (another > 0) return close(lifeline[0]) == 0 ? 0 : errno;
  // Reading ends when the only process that could write has.
  char none;
  close(lifeline[1]);
  while (read(lifeline[0], &none, 1) > 0) {}
  msgctl(queue, IPC_RMID, NULL);
  shmctl(memory, IPC_RMID, NULL);
  semctl(semaphores, 0, IPC_RMID);
  _exit(0);
}

struct ground {
  const char *input, *folder, *other;
};

// A way out: whether it leads out, otherwise with errno.
#define WAY(name) static int name(const struct ground *ground __attribute__((unused)))

static const char *in_folder(const struct ground *ground, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", ground->folder, name);
  return path;
}

static const char *of_parent(const char *name) {
  static char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
  return path;
}

static int opens(const char *path, int flags, mode_t mode) {
  int file = open(path, flags, mode);
  if (file < 0) return 0;
  close(file);
  return 1;
}

// Other processes.
WAY(signal_by_descriptor) {
  long descriptor = syscall(PIDFD_OPEN, another, 0);
  return descriptor >= 0 && syscall(PIDFD_SEND_SIGNAL, descriptor, 0, NULL, 0) == 0;
}
WAY(signal_by_file) {
  int ends[2];
  return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, another) == 0;
}
WAY(choose_signal_of_file) {
  int ends[2];
  return pipe(ends) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0;
}
WAY(signal_a_group) { return kill(-getpgrp(), 0) == 0; }
WAY(lower_limits) {
  struct rlimit low = {10, 10};
  return prlimit(another, RLIMIT_NOFILE, &low, NULL) == 0;
}
WAY(lower_priority) { return setpriority(PRIO_PROCESS, (id_t)another, 5) == 0; }
WAY(bind_to_processor) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  return sched_setaffinity(another, sizeof processors, &processors) == 0;
}
WAY(change_group) { return setpgid(another, another) == 0; }
WAY(read_environment) { return opens(of_parent("environ"), O_RDONLY, 0); }
WAY(go_through_root) { return opens(of_parent("root/etc/passwd"), O_RDONLY, 0); }
WAY(go_through_folder) { return opens(of_parent("cwd/Package.swift"), O_RDONLY, 0); }
WAY(read_descriptors) { return opens(of_parent("fd/0"), O_RDONLY, 0); }
WAY(read_memory) { return opens(of_parent("mem"), O_RDONLY, 0); }
WAY(read_maps) { return opens(of_parent("maps"), O_RDONLY, 0); }
WAY(change_kernel) { return opens("/proc/sys/kernel/core_pattern", O_WRONLY, 0); }

// Queues, memory and semaphores that others made.
WAY(send_message) {
  struct { long type; char text[8]; } message = {1, "x"};
  return msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT) == 0;
}
WAY(remove_queue) { return msgctl(queue, IPC_RMID, NULL) == 0; }
WAY(attach_memory) { return shmat(memory, NULL, 0) != (void *)-1; }
WAY(remove_memory) { return shmctl(memory, IPC_RMID, NULL) == 0; }
WAY(use_semaphores) {
  struct sembuf raise = {0, 1, IPC_NOWAIT};
  return semop(semaphores, &raise, 1) == 0;
}
WAY(remove_semaphores) { return semctl(semaphores, 0, IPC_RMID) == 0; }

// Files.
WAY(write_own_memory) { return opens("/proc/self/mem", O_RDWR, 0); }
WAY(reopen_for_writing) {
  char path[64];
  int file = open(ground->input, O_RDONLY);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int is_open = opens(path, O_RDWR, 0);
  int refusal = errno;
  close(file);
  errno = refusal;
  return is_open;
}
WAY(change_attributes) {
  int file = open(ground->input, O_RDONLY), flags = FS_NODUMP_FL;
  int is_changed = ioctl(file, FS_IOC_SETFLAGS, &flags) == 0;
  int refusal = errno;
  close(file);
  errno = refusal;
  return is_changed;
}
WAY(change_attributes_by_name) {
  char attributes[24] = {0};
  return syscall(FILE_SETATTR, AT_FDCWD, ground->input, attributes, sizeof attributes, 0) == 0;
}
WAY(make_with_owners_rights) {
  return opens(in_folder(ground, "program"), O_WRONLY | O_CREAT, S_ISUID | 0755);
}
WAY(make_with_groups_rights) {
  return opens(in_folder(ground, "program"), O_WRONLY | O_CREAT, S_ISGID | 0755);
}
WAY(give_owners_rights) {
  int file = open(in_folder(ground, "later-program"), O_WRONLY | O_CREAT, 0700);
  int is_given = fchmod(file, S_ISUID | 0755) == 0;
  int refusal = errno;
  close(file);
  unlink(in_folder(ground, "later-program"));
  errno = refusal;
  return is_given;
}
WAY(make_unnamed_with_owners_rights) {
  return opens(ground->folder, O_WRONLY | O_TMPFILE, S_ISUID | 0755);
}
WAY(open_by_structure) {
  struct { unsigned long long flags, mode, resolve; } how = {O_WRONLY | O_CREAT, S_ISUID | 0755, 0};
  return syscall(OPENAT_2, AT_FDCWD, in_folder(ground, "program"), &how, sizeof how) >= 0;
}
WAY(link_input) { return link(ground->input, in_folder(ground, "linked-input")) == 0; }
WAY(move_over_input) {
  int is_made = opens(in_folder(ground, "moved"), O_WRONLY | O_CREAT, 0600);
  int is_moved = is_made && rename(in_folder(ground, "moved"), ground->input) == 0;
  int refusal = errno;
  unlink(in_folder(ground, "moved"));
  errno = refusal;
  return is_moved;
}
WAY(move_other_in) { return rename(ground->other, in_folder(ground, "moved")) == 0; }
WAY(make_pipe) { return mkfifo(in_folder(ground, "pipe"), 0600) == 0; }
WAY(make_device) { return mknod(in_folder(ground, "device"), S_IFCHR | 0600, 0x103) == 0; }
WAY(watch_names) {
  int watch = inotify_init1(IN_CLOEXEC);
  return watch >= 0 && inotify_add_watch(watch, "/", IN_CREATE) >= 0;
}
WAY(make_handle) {
  struct { unsigned size; int type; char bytes[128]; } handle = {.size = 128};
  int mount;
  return syscall(SYS_name_to_handle_at, AT_FDCWD, ground->other, &handle, &mount, 0) == 0;
}
WAY(change_times) {
  int file = open(ground->input, O_RDONLY);
  int is_changed = futimens(file, NULL) == 0;
  int refusal = errno;
  close(file);
  errno = refusal;
  return is_changed;
}

// Code and mounts.
WAY(run_from_memory) {
  long file = syscall(SYS_memfd_create, "program", 0);
  char *words[] = {"program", NULL};
  return syscall(SYS_execveat, file, "", words, words, AT_EMPTY_PATH) == 0;
}
WAY(map_as_code) {
  int file = open(ground->input, O_RDONLY);
  int is_mapped = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) != MAP_FAILED;
  int refusal = errno;
  close(file);
  errno = refusal;
  return is_mapped;
}
WAY(turn_into_code) {
  void *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(page, 1, PROT_READ | PROT_EXEC) == 0;
}
WAY(start_process) {
  long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  return child > 0;
}
WAY(trace) { return syscall(SYS_ptrace, 0x4206, another, 0, 0) == 0; }
WAY(clone_tree) { return syscall(OPEN_TREE, AT_FDCWD, "/", 1) >= 0; }
WAY(make_file_system) { return syscall(FSOPEN, "tmpfs", 0) >= 0; }
WAY(type_on_console) {
  char text[] = {3, 0};
  return ioctl(0, TYPE_ON_CONSOLE, text) == 0;
}
WAY(type_in_terminal) { return ioctl(0, TIOCSTI, "x") == 0; }

static const struct {
  const char *name;
  int (*leads_out)(const struct ground *);
} ways[] = {
    {"signal another process by a descriptor", signal_by_descriptor},
    {"signal another process by a file", signal_by_file},
    {"choose the signal of a file", choose_signal_of_file},
    {"signal a group of processes", signal_a_group},
    {"lower another process's limits", lower_limits},
    {"lower another process's priority", lower_priority},
    {"bind another process to a processor", bind_to_processor},
    {"move another process to a group", change_group},
    {"read another's environment", read_environment},
    {"read a file through another's root", go_through_root},
    {"read a file through another's folder", go_through_folder},
    {"read another's descriptors", read_descriptors},
    {"read another's memory", read_memory},
    {"read another's maps", read_maps},
    {"change the kernel's settings", change_kernel},
    {"send a message to a queue", send_message},
    {"remove a queue", remove_queue},
    {"attach shared memory", attach_memory},
    {"remove shared memory", remove_memory},
    {"use semaphores", use_semaphores},
    {"remove semaphores", remove_semaphores},
    {"write its own code", write_own_memory},
    {"reopen the input for writing", reopen_for_writing},
    {"change the input's attributes", change_attributes},
    {"change the input's attributes by name", change_attributes_by_name},
    {"make a file with its owner's rights", make_with_owners_rights},
    {"make a file with its group's rights", make_with_groups_rights},
    {"give a file its owner's rights", give_owners_rights},
    {"make an unnamed file with its owner's rights", make_unnamed_with_owners_rights},
    {"open by a structure", open_by_structure},
    {"link the input into the outputs", link_input},
    {"move an output over the input", move_over_input},
    {"move another file into the outputs", move_other_in},
    {"make a pipe", make_pipe},
    {"make a device", make_device},
    {"watch the names in a folder", watch_names},
    {"make a handle of another file", make_handle},
    {"change the input's times", change_times},
    {"run a program from memory", run_from_memory},
    {"map a file as code", map_as_code},
    {"turn memory into code", turn_into_code},
    {"start a process", start_process},
    {"trace another process", trace},
    {"take a copy of the tree of mounts", clone_tree},
    {"make a file system", make_file_system},
    {"type on the console", type_on_console},
    {"type into the terminal", type_in_terminal},
};

int cescape_count(void) { return sizeof ways / sizeof *ways; }

const char *cescape_name(int index) { return ways[index].name; }

int cescape_attempt(int index, const char *input, const char *folder, const char *other) {
  struct ground ground = {input, folder, other};
  errno = 0;
  return ways[index].leads_out(&ground) ? 0 : errno;
}

#else

int cescape_prepare(void) { return ENOSYS; }
int cescape_count(void) { return 0; }
const char *cescape_name(int index) { return ""; }
int cescape_attempt(int index, const char *input, const char *folder, const char *other) { return ENOSYS; }

#endif
