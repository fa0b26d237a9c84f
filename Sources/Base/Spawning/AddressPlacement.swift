internal import CSpawningShims
internal import Synchronization

/// Where the system puts the memory of programs that are started.
///
/// ```swift
/// AddressPlacement.$ofChildren.withValue(.fixed(pages: 17)) {
///   // What is started here, directly or by what is started here, lies at the same addresses.
/// }
/// ```
package enum AddressPlacement: Equatable, Sendable {
  /// Where the system likes: on most systems somewhere else each time.
  case random
  /// The same place for each start of a program, on Linux.
  ///
  /// Libraries and mapped memory lie `pages` × 4 KB lower than without, and the stack may grow to
  /// more than 128 MB. Where the system refuses, as in containers that forbid `personality` or with
  /// a low hard limit on the stack, and on other systems, this is ``random``.
  case fixed(pages: Int)

  // A task-local value and no argument: what starts programs is several calls below who draws
  // the place.
  /// What holds for programs that this task or thread starts.
  @TaskLocal package static var ofChildren = AddressPlacement.random

  // 512 × 4 KB are the 2 MB of a huge page: farther on, the same places within pages come
  // again.
  /// Different places of mapped memory: those within a huge page.
  package static let pageCount = 512

  /// Whether addresses can be fixed here.
  package static let canBeFixed: Bool = {
    var isFixed = false
    AddressPlacement.fixed(pages: pageCount).during { isFixed = $0 }
    return isFixed
  }()

  // The limit on the stack is the whole process's: no other start may inherit it meanwhile.
  private static let lock = Mutex(())

  /// Calls a body, which starts a program, with whether addresses are fixed.
  ///
  /// One body runs at a time, whatever the placement: each finds what this process itself is allowed,
  /// or what its own placement needs.
  func during(_ body: (_ isFixed: Bool) -> Void) {
    Self.lock.withLock { _ in
      guard case .fixed(let pages) = self else { return body(false) }
      // Personality and stack limit are inherited by what is started, and put back right
      // behind the start.
      var before = cspawning_placement()
      let isFixed = cspawning_fix_placement(UInt64(max(pages, 0)), &before) == 0
      body(isFixed)
      if isFixed { cspawning_restore_placement(&before) }
    }
  }
}
