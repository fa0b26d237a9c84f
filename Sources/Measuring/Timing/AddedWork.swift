/// Arithmetic that takes a known share of the time of a piece of work, to be done after each call.
///
/// To prove that a measurement finds what it should, in work whose calls are too long to be slowed
/// by one call more in a hundred (``Contender/slowed(by:)``): epochs would become a hundred calls
/// long. The arithmetic uses no memory, so it disturbs nothing that the work has in the caches.
public struct AddedWork: Equatable, Sendable {
  /// Steps of the ``ReferenceLoop`` after each call.
  public let steps: Int

  /// Times work and steps in turns, and takes the median of their ratios: what disturbs both, such as
  /// another clock frequency, is not in it.
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
    func nanoseconds(_ iterations: Int, _ work: (Int) -> Void) -> UInt64 {
      Epoch.measure(iterations: iterations, time: time, work: work).threadCPU
    }
    func iterations(_ work: (Int) -> Void) -> Int {
      EpochCalibration.find(targetNanoseconds: 100_000) { nanoseconds($0, work) }
    }
    let (calls, steps) = (iterations(work), iterations(step))
    var ratios: [Double] = []
    // Longer calls hold their own undisturbed moments, and must not take all the time.
    for _ in 0..<(calls == 1 ? 5 : 30) {
      let call = Double(nanoseconds(calls, work)) / Double(calls)
      let one = Double(nanoseconds(steps, step)) / Double(steps)
      ratios.append(call / max(one, 1e-3))
    }
    let needed = max(share, 0) * (Statistics.median(ratios) ?? 0)
    self.steps = Int(min(needed.rounded(), 1e12))
  }

  /// Does the arithmetic once.
  public func run() { ReferenceLoop.run(steps: steps) }
}
