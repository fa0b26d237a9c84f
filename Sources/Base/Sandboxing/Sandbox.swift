internal import CLibrary
internal import CSandboxShims
internal import Files

/// A process that gives up its own rights before it reads untrusted files.
///
/// On Linux, Landlock leaves it the files it was granted and nothing else of the file system, and a
/// seccomp filter refuses networks, other programs and processes, new code in memory, and changes
/// of the system. It cannot be undone, and holds for whatever the process starts.
package enum Sandbox {
  /// A part of the file system that stays within reach.
  package enum Grant: Hashable, Sendable {
    /// A file may be read, or the files in a folder, at any depth.
    case reading(String)
    /// A folder and those in it may be listed.
    case listing(String)
    /// Files in a folder, at any depth, may be made, written, named and removed.
    case writing(inFolder: String)
  }

  /// Restricts this process for good.
  ///
  /// Files that are open already stay open. Only a process of one thread can do this, for threads
  /// that are there already would keep their rights.
  ///
  /// - Parameter grants: what stays within reach; what does not exist now is passed over.
  /// - Throws: ``SandboxError``, with nothing restricted that matters to the caller.
  package static func enter(_ grants: [Grant]) throws(SandboxError) {
    let version = csandbox_landlock_version()
    guard version > 0 else { throw .init(unavailable: -version) }
    // Before anything is restricted, so that a refusal leaves the process as it was. Landlock
    // and seccomp hold for the calling thread and what it starts afterwards.
    guard csandbox_thread_count() == 1 else { throw SandboxError(.tooLate) }
    let rules = csandbox_make_rules()
    guard rules >= 0 else { throw .init(unavailable: -rules) }
    // The Swift runtime's thread pool ends the process when it cannot read its threads' state in
    // /proc/THREAD once a second, which are no folders of the process's own. Whose memory, descriptors or
    // environment that is, Landlock still keeps apart.
    for grant in grants + [.reading("/proc")] {
      let (path, rights) = grant.pathAndRights
      let failure = csandbox_allow(rules, systemPath(path), rights)
      // What does not exist, or may not be read anyway, needs no grant.
      guard [0, ENOENT, ENOTDIR, EACCES].contains(failure) else {
        close(rules)
        throw SandboxError(.failed("'\(path)' cannot be granted: \(systemMessage(failure))"))
      }
    }
    let failure = csandbox_enforce(rules)
    guard failure == 0 else { throw SandboxError(.failed(systemMessage(failure))) }
  }
}

extension Sandbox.Grant {
  fileprivate var pathAndRights: (String, Int32) {
    switch self {
    case .reading(let path): (path, Int32(CSANDBOX_READ))
    case .listing(let path): (path, Int32(CSANDBOX_LIST))
    case .writing(let folder): (folder, Int32(CSANDBOX_WRITE | CSANDBOX_LIST))
    }
  }
}

/// Why a process could not be restricted.
package struct SandboxError: Error, Equatable, Sendable, CustomStringConvertible {
  enum Cause: Equatable, Sendable {
    case noLandlock
    case notPermitted(String)
    case tooLate
    case failed(String)
  }

  let cause: Cause

  init(_ cause: Cause) { self.cause = cause }

  init(unavailable code: Int32) {
    self.init(
      [ENOSYS, EOPNOTSUPP].contains(code) ? .noLandlock : .notPermitted(systemMessage(code)))
  }

  /// What happened and what to do, in sentences.
  package var description: String {
    switch cause {
    case .noLandlock:
      "This system offers no sandbox: it takes Linux 5.13 or newer on x86-64 or arm64, with "
        + "landlock among the security modules of its kernel. Leave the sandbox out, or run in a "
        + "container."
    case .notPermitted(let words):
      "This system forbids the sandbox (\(words)). Leave it out, or run where Landlock is allowed."
    case .tooLate:
      "The process has several threads already, which would keep their rights. This is a bug."
    case .failed(let words):
      "The sandbox could not be made (\(words))."
    }
  }
}
