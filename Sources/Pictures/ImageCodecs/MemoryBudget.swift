internal import Synchronization

/// Memory that all the files share which are read at the same time.
///
/// ```swift
/// var limits = DecodingLimits()
/// limits.budget = MemoryBudget(byteCount: limits.memoryBytes)
/// ```
///
/// A file that needs more than is left right now fails with
/// ``ImageCodecError/memoryInUse(needed:)``, before any of it is taken; once others are done, it
/// can be read.
public final class MemoryBudget: Sendable {
  /// Bytes in all.
  public let byteCount: Int
  private let used = Mutex(0)

  /// Makes a budget.
  ///
  /// - Parameter byteCount: the bytes of memory that all readers together may use.
  public init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// Sets memory aside until the reservation is gone.
  ///
  /// - Throws: ``ImageCodecError/memoryInUse(needed:)`` where less is left, and
  ///   ``ImageCodecError/limitExceeded(_:)`` where even all of it would not suffice.
  func reserve(_ count: Int) throws(ImageCodecError) -> Reservation {
    guard count <= byteCount else {
      throw .limitExceeded(.memoryBytes(needed: count, limit: byteCount))
    }
    let isTaken = used.withLock { used in
      // Not used + count: that could overflow, and this cannot.
      guard count <= byteCount - used else { return false }
      used += count
      return true
    }
    guard isTaken else { throw .memoryInUse(needed: count) }
    return Reservation(count, of: self)
  }

  /// Memory set aside, given back when the object goes away.
  final class Reservation: Sendable {
    private let count: Int
    private let budget: MemoryBudget

    init(_ count: Int, of budget: MemoryBudget) {
      self.count = count
      self.budget = budget
    }

    deinit {
      budget.used.withLock { $0 -= count }
    }
  }
}

extension MemoryBudget: Hashable {
  /// Budgets are compared by identity.
  public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
