/// Times several contenders against each other, a round at a time.
///
/// Timing one contender after another compares the state of the machine as much as the work: on a
/// shared machine identical code "differs" in 15 to 68 % of such comparisons. Here every round
/// runs one epoch of every contender in a fresh random order (randomised multiple interleaved
/// trials: Abedi & Brecht 2017, Laaber et al. 2019), so that a slow moment hits all of them and
/// ratios are taken within rounds.
///
/// ```swift
/// let timer = InterleavedTimer(plan: TimingPlan(budget: 2))
/// let timing = timer.run([Contender("a") { a() }, Contender("b") { b() }])
/// timing.contenders[0].median(.wall)                // seconds per call
/// timing.ratio(of: 0, to: 1, clock: .wall, alpha: 0.01)
/// ```
///
/// One process is one sample of memory layout, so what this shows about two contenders may differ
/// in the next process by a percent (Mytkowicz et al. 2009). To decide, use a paired session.
public struct InterleavedTimer<Time: TimeSource> {
  /// How long and how often to time.
  public let plan: TimingPlan
  /// Where times are read from.
  public let time: Time

  /// Makes a timer that reads its times from a given source.
  public init(plan: TimingPlan, time: Time) {
    self.plan = plan
    self.time = time
  }

  /// Times contenders until the plan is fulfilled.
  ///
  /// Each is called a few times to calibrate and warm up. In the timed region nothing is allocated
  /// but by the work itself.
  ///
  /// - Parameters:
  ///   - contenders: The work to time.
  ///   - isCancelled: Asked between epochs; when it answers true, what is measured is returned.
  ///   - onRound: Called with the number of each complete round, from 0, and the epoch of each contender,
  ///     in the order they were given: a caller that stores them loses at most one round when
  ///     killed.
  ///   - progress: Called with how far things are, between epochs.
  /// - Returns: All epochs of all complete rounds.
  public func run(
    _ contenders: [Contender],
    isCancelled: () -> Bool = { false },
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void = { _, _ in },
    progress: (TimingProgress) -> Void = { _ in }
  ) -> InterleavedTiming {
    let start = time.nanoseconds(.wall)
    var timings: [ContenderTiming] = []
    for contender in contenders {
      if isCancelled() { break }
      let iterations = prepare(contender, share: plan.budget / Double(contenders.count))
      timings.append(ContenderTiming(label: contender.label, iterations: iterations))
      let left = max(plan.budget - seconds(since: start), 0)
      progress(.init(stage: .preparing, fraction: 0, secondsLeft: left, rounds: 0))
    }
    guard timings.count == contenders.count, !contenders.isEmpty else {
      return InterleavedTiming(
        contenders: timings, rounds: 0, wasCancelled: !contenders.isEmpty, seed: plan.seed)
    }
    return collect(contenders, timings, start: start, isCancelled, onRound, progress)
  }

  private func collect(
    _ contenders: [Contender], _ prepared: [ContenderTiming], start: UInt64,
    _ isCancelled: () -> Bool, _ onRound: (Int, [Epoch]) -> Void,
    _ progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    var timings = prepared
    for index in timings.indices { timings[index].epochs.reserveCapacity(plan.minimumRounds) }
    var generator = SeededGenerator(seed: plan.seed)
    var order = Array(contenders.indices)
    var rounds = 0
    var wasCancelled = false
    var fraction = 0.0
    let timingStart = seconds(since: start)
    rounds: while rounds < plan.maximumRounds {
      order.shuffle(using: &generator)
      for (place, index) in order.enumerated() {
        if isCancelled() {
          wasCancelled = true
          break rounds
        }
        let epoch = Epoch.measure(
          iterations: timings[index].iterationsPerEpoch, time: time,
          work: contenders[index].repeatWork)
        timings[index].epochs.append(epoch)
        let done = Double(rounds) + Double(place + 1) / Double(order.count)
        let report = report(
          done: done, timingStart: timingStart, now: seconds(since: start), reached: fraction)
        fraction = report.fraction
        progress(report)
      }
      rounds += 1
      onRound(rounds - 1, timings.compactMap(\.epochs.last))
      if rounds >= plan.minimumRounds {
        // A round that would end beyond the budget is not begun.
        let now = seconds(since: start)
        if now + (now - timingStart) / Double(rounds) > plan.budget { break }
      }
    }
    // A round cut short has no pairs; its epochs stay out of all series, which keeps them aligned.
    for index in timings.indices where timings[index].epochs.count > rounds {
      timings[index].epochs.removeLast()
    }
    return InterleavedTiming(
      contenders: timings, rounds: rounds, wasCancelled: wasCancelled, seed: plan.seed)
  }

  /// Calibrates and warms up one contender; returns its iterations per epoch.
  private func prepare(_ contender: Contender, share: Double) -> Int {
    let start = time.nanoseconds(.wall)
    let iterations = EpochCalibration.find(targetNanoseconds: plan.epochNanoseconds) { count in
      Epoch.measure(iterations: count, time: time, work: contender.repeatWork).wall
    }
    let warmUp = min(plan.warmUp, share / 10)
    while seconds(since: start) < warmUp {
      let before = time.nanoseconds(.wall)
      contender.repeatWork(iterations)
      // Work that takes no time on this clock would warm up for ever.
      if time.nanoseconds(.wall) == before { break }
    }
    return iterations
  }

  private func report(
    done: Double, timingStart: Double, now: Double, reached: Double
  ) -> TimingProgress {
    let perRound = (now - timingStart) / done
    let minimumLeft = (Double(plan.minimumRounds) - done) * perRound
    let maximumLeft = (Double(plan.maximumRounds) - done) * perRound
    let left = max(min(max(plan.budget - now, minimumLeft), maximumLeft), 0)
    let fraction = now + left > 0 ? now / (now + left) : 1
    return TimingProgress(
      stage: .timing, fraction: max(fraction, reached), secondsLeft: left, rounds: Int(done))
  }

  private func seconds(since start: UInt64) -> Double {
    Double(time.nanoseconds(.wall) - start) * 1e-9
  }
}

extension InterleavedTimer where Time == SystemTimeSource {
  /// Makes a timer that reads this machine's clocks.
  public init(plan: TimingPlan) {
    self.init(plan: plan, time: SystemTimeSource())
  }
}
