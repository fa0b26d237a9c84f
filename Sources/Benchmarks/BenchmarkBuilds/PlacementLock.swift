internal import Synchronization

/// Keeps other processes from putting programs of the same checkouts in another layout.
///
/// A layout takes the place of what was built, so two comparisons at once would time each other's
/// programs. This process may take a folder several times; the system frees it when the process
/// ends, however it ends.
enum PlacementLock {
  private struct Holder {
    let lock: BuildLock
    var count: Int
  }

  private static let holders = Mutex<[String: Holder]>([:])

  /// Takes a folder, unless another process has it.
  ///
  /// - Parameter folder: the folder that holds the links of all checkouts of a repository.
  /// - Returns: whether it was taken.
  static func take(_ folder: String) -> Bool {
    holders.withLock { holders in
      if holders[folder] == nil {
        guard let lock = BuildLock(ifFree: folder) else { return false }
        holders[folder] = Holder(lock: lock, count: 0)
      }
      holders[folder]?.count += 1
      return true
    }
  }

  /// Gives a folder back that was taken.
  static func give(_ folder: String) {
    holders.withLock { holders in
      guard let holder = holders[folder] else { return }
      if holder.count > 1 {
        holders[folder]?.count -= 1
      } else {
        holder.lock.release()
        holders[folder] = nil
      }
    }
  }
}
