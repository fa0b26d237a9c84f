internal import CLibrary

/// Waits until nothing has a program open for writing, so that other programs can execute it.
///
/// A file that this process has just written may still be open for writing in a child that another
/// thread is starting, until that child executes its own program and so loses the descriptor. Linux
/// refuses to execute the file meanwhile (ETXTBSY). ``ProcessStart/spawn(_:_:arguments:environment:)``
/// tries again; a compiler that finds its linker, or a shell that finds a script, does not. Linux
/// grants a lease for reading only when there is no writer.
///
/// - Parameters:
///   - path: the file, which this process has closed.
///   - seconds: how long it waits at most.
/// - Returns: whether there is no writer; also true where the system does not report it, as in the files of
///   others, in some file systems and outside of Linux.
@discardableResult
package func waitForWriters(of path: String, atMost seconds: Double = 5) -> Bool {
  #if os(Linux)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    // Closing the file gives the lease back.
    defer { close(file) }
    // F_SETLEASE of Linux, which the C library hides from Swift without _GNU_SOURCE.
    let setLease: Int32 = 1024
    var naps = 0
    while fcntl(file, setLease, Int32(F_RDLCK)) != 0, errno == EAGAIN {
      guard Double(naps) * 1e-3 < seconds else { return false }
      naps += 1
      usleep(1000)
    }
  #endif
  return true
}
