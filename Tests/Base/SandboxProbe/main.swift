// What a sandboxed process can still do, tried for the tests:
//
//     SandboxProbe READABLE WRITABLE-FOLDER OTHER-FILE
//
// enters a sandbox for the first two and prints a line for each attempt: its name, and "done" or
// the system's word for the refusal. First what a program of pictures needs, or could be taken for; then ways out. Exit code 69 where there is no sandbox, as everywhere but on
// Linux.

internal import CSandboxEscapes
internal import Sandboxing

#if os(Linux)
  internal import Glibc

  func report(_ name: String, _ isDone: Bool) {
    print("\(name): \(isDone ? "done" : String(cString: strerror(errno)))")
  }

  func opens(_ path: String, _ flags: Int32) -> Bool {
    let file = open(path, flags, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }

  func entersSandbox(_ grants: [Sandbox.Grant]) -> Bool {
    do {
      try Sandbox.enter(grants)
      return true
    } catch {
      print(error)
      return false
    }
  }

  let arguments = CommandLine.arguments
  guard arguments.count == 4 else { exit(64) }
  let (readable, folder, other) = (arguments[1], arguments[2], arguments[3])
  guard cescape_prepare() == 0 else { exit(71) }
  guard entersSandbox([.reading(readable), .writing(inFolder: folder)]) else { exit(69) }

  report("read the input", opens(readable, O_RDONLY))
  report("make an output", opens("\(folder)/new", O_WRONLY | O_CREAT | O_EXCL))
  report("name an output", rename("\(folder)/new", "\(folder)/named") == 0)
  report("link an output", link("\(folder)/named", "\(folder)/linked") == 0)
  report("remove an output", unlink("\(folder)/linked") == 0)
  report("read another file", opens(other, O_RDONLY))
  report("write another file", opens(other, O_WRONLY))
  report("write the input", opens(readable, O_WRONLY))
  report("make a file elsewhere", opens("\(other)-new", O_WRONLY | O_CREAT))
  report("remove another file", unlink(other) == 0)
  report("make a folder", mkdir("\(folder)/folder", 0o700) == 0)
  report("make a link", symlink(other, "\(folder)/link") == 0)
  report("change permissions", chmod(other, 0o777) == 0)
  report("list the root", opendir("/") != nil)
  report("open a network socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
  report("open a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0)
  report("signal another process", kill(getppid(), 0) == 0)
  var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
  report("run a program", execv("/bin/true", &words) == 0)
  let code = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  report("make new code", code != MAP_FAILED)
  report("read the state of its threads", opens("/proc/\(getpid())/stat", O_RDONLY))
  report("read another's environment", opens("/proc/\(getppid())/environ", O_RDONLY))
  report("read the kernel's memory", opens("/proc/kcore", O_RDONLY))
  var child = pthread_t()
  errno = pthread_create(&child, nil, { @Sendable _ in nil }, nil)
  report("start a thread", errno == 0 && pthread_join(child, nil) == 0)
  for way in 0..<cescape_count() {
    errno = cescape_attempt(way, readable, folder, other)
    report(String(cString: cescape_name(way)), errno == 0)
  }
#else
  do { try Sandbox.enter([]) } catch { print(error) }
#endif
