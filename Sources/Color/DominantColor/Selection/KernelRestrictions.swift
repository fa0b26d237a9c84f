/// What a caller does not allow: threads, concurrency on small images, memory.
///
/// A restriction changes which kernel runs, never the answer.
public struct KernelRestrictions: Hashable, Sendable {
  /// The most threads a kernel may use, 1 or more; `nil` for all that this process may use.
  public var maximumThreads: Int?
  /// Images with fewer pixels run on the calling thread alone; 0 for no such limit.
  public var minimumConcurrentPixels: Int
  /// The most bytes of tables and histogram that a kernel may count into; `nil` for no limit.
  ///
  /// See ``KernelCandidate/tableBytes(_:)``. What needs least runs where nothing fits.
  public var maximumTableBytes: Int?

  /// Makes restrictions; none by default.
  public init(
    maximumThreads: Int? = nil, minimumConcurrentPixels: Int = 0, maximumTableBytes: Int? = nil
  ) {
    self.maximumThreads = maximumThreads
    self.minimumConcurrentPixels = minimumConcurrentPixels
    self.maximumTableBytes = maximumTableBytes
  }
}
