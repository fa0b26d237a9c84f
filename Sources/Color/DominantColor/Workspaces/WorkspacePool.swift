internal import CLibrary

#if !hasFeature(Embedded)
  internal import Synchronization
#endif

/// Idle workspaces, so that a call finds one warm instead of taking memory anew.
///
/// Holds as many as were in use at once, up to ``capacity``. Never waits: where another thread is
/// just taking one, a new workspace is made. So a child that was forked at that moment, in which
/// the lock is held by a thread that is gone, still gets its answers.
final class WorkspacePool: Sendable {
  /// The pool behind ``Dominant``.
  static let shared = WorkspacePool()

  /// Workspaces kept at most: thousands of threads that each had one must not keep gigabytes.
  static let capacity = 64

  private let resting = Mutex<[Resting]>([])

  private struct Resting: @unchecked Sendable {
    // SAFETY: a workspace here is referred to by the pool alone; `withWorkspace` takes it out
    // under the lock before passing it on, and puts it back when it is no longer used.
    let workspace: Workspace
  }

  /// Calls a body with a workspace of the best instruction set and so many threads.
  func withWorkspace<Result>(
    threads: Int, _ body: (Workspace) -> Result
  ) -> Result {
    let workspace = take(threads: threads)
    defer { giveBack(workspace) }
    return body(workspace)
  }

  /// Takes a workspace out; ``giveBack(_:)`` returns it.
  func take(threads: Int) -> Workspace {
    let rested = resting.withLockIfAvailable { $0.popLast() } ?? nil
    let taken = rested ?? Resting(workspace: Workspace(threads: threads))
    taken.workspace.threads = threads
    return taken.workspace
  }

  /// Returns a workspace that is no longer used, and whose tables are empty.
  func giveBack(_ workspace: Workspace) {
    let resting = Resting(workspace: workspace)
    self.resting.withLockIfAvailable { kept in
      if kept.count < Self.capacity { kept.append(resting) }
    }
  }
}
