/// Arithmetic that takes a known share of the time of a piece of work, to be done after each call.
///
/// To prove that a measurement finds what it should, in work whose calls are too long to be slowed
/// by one call more in a hundred (``Contender/slowed(by:)``): epochs would become a hundred calls
/// long. The arithmetic uses no memory, so it disturbs nothing that the work has in the caches.
public struct AddedWork: Equatable, Sendable {
  /// Steps of the ``ReferenceLoop`` after each call.
  public let steps: Int

  private static let epochNanoseconds: UInt64 = 100_000

  /// Times work and steps in turns, and compares the least times of both.
  ///
  /// - Parameters:
  ///   - share: the share of a call's time: 0.01 is one percent. Below 0 counts as 0.
  ///   - work: does the work a number of times.
  /// - Complexity: about 60 times a tenth of a millisecond, or ten calls where one takes longer.
  public init(share: Double, of work: (_ iterations: Int) -> Void) {
    self.init(share: share, of: work, step: ReferenceLoop.run(steps:), time: SystemTimeSource())
  }

  init(
    share: Double, of work: (Int) -> Void, step: (Int) -> Void, time: some TimeSource
  ) {
    var call = FastestEpoch(of: work, time)
    var one = FastestEpoch(of: step, time)
    // Longer calls hold their own undisturbed moments, and must not take all the time.
    for _ in 0..<(call.iterations == 1 ? 5 : 30) {
      call.repeat(work, time)
      one.repeat(step, time)
    }
    let needed = max(share, 0) * call.perIteration / max(one.perIteration, 1e-3)
    steps = Int(min(needed.rounded(), 1e12))
  }

  /// Does the arithmetic once.
  public func run() { ReferenceLoop.run(steps: steps) }

  /// The least time of one iteration so far.
  private struct FastestEpoch {
    let iterations: Int
    var perIteration = Double.infinity

    init(of work: (Int) -> Void, _ time: some TimeSource) {
      iterations = EpochCalibration.find(targetNanoseconds: epochNanoseconds) {
        Epoch.measure(iterations: $0, time: time, work: work).threadCPU
      }
    }

    mutating func `repeat`(_ work: (Int) -> Void, _ time: some TimeSource) {
      let epoch = Epoch.measure(iterations: iterations, time: time, work: work)
      perIteration = min(perIteration, Double(epoch.threadCPU) / Double(iterations))
    }
  }
}
