internal import Synchronization

/// A switch that someone else turns to stop a measurement between two epochs.
///
/// Setting it takes no lock and allocates nothing, so a signal handler may do it. What is measured
/// by then is kept.
///
/// ```swift
/// timer.run(contenders, isCancelled: { flag.isCancelled })
/// ```
public final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes a flag that is not set.
  public init() {}

  /// Sets the flag; it stays set.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the flag is set.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
