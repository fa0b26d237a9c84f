internal import Dispatch
internal import Processors
internal import Synchronization

/// Strips inflated by another thread while the caller works on the one before.
///
/// Strips take turns in a few pieces of memory: none is filled before the caller has given it back
/// by asking for the next, so that the other thread is never further ahead than that.
final class StripsAhead: FilteredStrips {
  private let work: Work
  private let blocks: BlocksAhead
  private let queue = DispatchQueue(label: "PNG strips")
  private var taken = 0

  /// Pieces of memory: one that the caller works on, one being filled, one that waits between.
  static let stripCount = 3

  /// What is left of a strip is copied to the next one, on the thread that takes longer: so they
  /// are larger than where there is one thread.
  static func shape(rowBytes: Int) -> StripShape {
    StripShape(rowBytes: rowBytes, leastBytes: 3 << 18)
  }

  /// What the other thread does.
  ///
  /// Unchecked, because the queue fills one strip at a time, in order, and the semaphore hands each
  /// over: the caller reads a strip after it was signalled and before it asks for the next one, and
  /// only then the queue fills it again. Until then both only read it.
  private final class Work: @unchecked Sendable {
    let inflater: StripInflater
    let strips: [FilteredStrip]
    let filled = DispatchSemaphore(value: 0)
    let isAbandoned = Atomic(false)
    private var count = 0
    private var isEnded = false

    init(_ inflater: StripInflater, _ strips: [FilteredStrip]) {
      self.inflater = inflater
      self.strips = strips
    }

    /// Fills the next strip, unless the rows have ended or are no longer wanted.
    func fill() {
      defer { filled.signal() }
      guard !isEnded, !isAbandoned.load(ordering: .relaxed) else { return }
      let start = ProcessorTime.ofThread
      let strip = strips[count % strips.count]
      let previous = count > 0 ? strips[(count - 1) % strips.count] : nil
      count += 1
      do throws(PNGRowsError) {
        isEnded = try inflater.fill(strip, after: previous)
      } catch {
        strip.failure = error
        isEnded = true
      }
      strip.seconds = ProcessorTime.ofThread - start
    }
  }

  init(_ inflater: StripInflater, _ blocks: BlocksAhead, rowBytes: Int) {
    self.blocks = blocks
    let shape = Self.shape(rowBytes: rowBytes)
    work = Work(inflater, (0..<Self.stripCount).map { _ in FilteredStrip(shape) })
  }

  deinit {
    // Waits for the thread that inflates: the file may be closed after this.
    work.isAbandoned.store(true, ordering: .relaxed)
    queue.sync {}
  }

  func next() throws(PNGRowsError) -> FilteredStrip {
    let work = work
    // All memory is free at first, and one strip's with each further call: the one that the
    // caller had.
    for _ in 0..<(taken == 0 ? Self.stripCount : 1) { queue.async { work.fill() } }
    // Instead of waiting, the caller decodes ahead; after each piece of it, it looks again.
    while work.filled.wait(timeout: .now()) != .success {
      guard blocks.decodeSome() else {
        work.filled.wait()
        break
      }
    }
    let strip = work.strips[taken % Self.stripCount]
    taken += 1
    if let failure = strip.failure { throw failure }
    return strip
  }
}
