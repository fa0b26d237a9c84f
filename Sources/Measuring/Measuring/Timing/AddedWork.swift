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
  /// A processor begins the arithmetic before a call has ended, and the next call before the
  /// arithmetic has: what they overlap by is found from calls with and without it, and added.
  ///
  /// - Parameters:
  ///   - share: the share of a call's time: 0.01 is one percent. Below 0 counts as 0.
  ///   - work: does the work a number of times.
  /// - Complexity: about 120 times a tenth of a millisecond, or twenty calls where one takes longer.
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
    // Longer calls hold their own undisturbed moments, and must not take all the time.
    let rounds = calls == 1 ? 5 : 30
    func median(_ ratio: () -> Double) -> Double {
      Statistics.median((0..<rounds).map { _ in ratio() }) ?? 0
    }
    let stepsOfCall = median {
      let call = Double(nanoseconds(calls, work)) / Double(calls)
      let one = Double(nanoseconds(steps, step)) / Double(steps)
      // A clock that stood still would make it a division by 0.
      return call / max(one, 1e-3)
    }
    let share = max(share, 0)
    let expected = Int(min((share * stepsOfCall).rounded(), 1e12))
    func timeOfCalls(areFollowed: Bool) -> Double {
      Double(
        nanoseconds(calls) { calls in
          for _ in 0..<calls {
            work(1)
            if areFollowed { step(expected) }
          }
        })
    }
    // Where steps and calls overlap by nothing, calls with steps take 1 + share times as
    // long; what is missing of that is the overlap, as a share of a call.
    let overlap =
      expected == 0
      ? 0
      : median {
        let without = timeOfCalls(areFollowed: false)
        return share - (timeOfCalls(areFollowed: true) / max(without, 1) - 1)
      }
    self.steps = max(expected + Int((overlap * stepsOfCall).rounded()), 0)
  }

  /// Does the arithmetic once.
  public func run() { ReferenceLoop.run(steps: steps) }
}
