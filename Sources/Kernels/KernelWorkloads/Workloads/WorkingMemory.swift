internal import Measuring

/// How much memory a piece of work takes beside what was there before.
package enum WorkingMemory {
  /// Does work and measures the highest point of resident memory during it.
  ///
  /// - Returns: what the work returned, and how many bytes more than before were resident at
  ///   once; `nil` where the system cannot say.
  package static func measure<Value>(_ work: () -> Value) -> (value: Value, bytes: Int?) {
    guard PeakMemory.reset(), let before = PeakMemory.currentBytes() else { return (work(), nil) }
    let value = work()
    return (value, PeakMemory.bytes().map { max($0 - before, 0) })
  }
}
