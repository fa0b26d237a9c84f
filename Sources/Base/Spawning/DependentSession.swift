package import CLibrary
internal import Synchronization

/// The child session that must not outlive this process, such as a build.
///
/// A session of its own gets no Ctrl-C of this process's terminal. A handler of signals that end
/// this process at once calls ``killAll()`` first.
package enum DependentSession {
  // An atomic number and no lock: a handler of signals that waits for a lock which its own
  // thread holds would wait for ever.
  /// The leader of the newest one; 0 for none.
  private static let leader = Atomic<Int32>(0)

  /// Says that a child that leads a session runs; it takes the place of the one before.
  ///
  /// - Parameter child: the child's identifier.
  package static func begin(_ child: pid_t) {
    leader.store(child, ordering: .sequentiallyConsistent)
  }

  /// Says that a child is about to be waited for, so that its identifier will be another's.
  ///
  /// - Parameter child: the child's identifier.
  package static func end(_ child: pid_t) {
    _ = leader.compareExchange(
      expected: child, desired: 0, ordering: .sequentiallyConsistent)
  }

  /// Kills the session that runs, if there is one; may be called by a handler of signals, once
  /// ``begin(_:)`` was called or this was.
  package static func killAll() {
    let child = leader.load(ordering: .sequentiallyConsistent)
    if child > 0 { kill(-child, SIGKILL) }
  }
}
