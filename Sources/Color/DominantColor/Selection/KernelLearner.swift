internal import CLibrary
internal import Pixels
internal import Synchronization

/// Learns from the caller's own images which kernel is fastest, while it answers for them.
///
/// Now and then an image is answered twice, by the kernel in use and by a challenger, in turns of
/// who goes first; the answers are equal, the times decide (`Duel`). What that costs is kept
/// under a share of all time (`LearningAccount`), so the first race waits until enough images
/// have gone by. Sizes are told apart by powers of two, and questions, content and threads; once
/// every challenger of a class has been met, its calls are neither timed nor raced any more.
///
/// The cost is bounded by expectation: before a challenger's first race it is unknown how slow
/// it is, and it is expected to be as slow as kernels of its kind have ever been. Should one take
/// longer, the account is overdrawn by so much, and no race begins until that is made up.
///
/// Images under ``smallestImage`` pixels are left alone: reading a clock costs too much of the
/// microseconds that they take. Safe to use from many threads at once. Memory: a few hundred bytes
/// a class, at most `classLimit` of them.
public final class KernelLearner: Sendable {
  /// Pixels under which nothing is raced.
  public static let smallestImage = 4096
  /// Classes that are learnt about at most; images of further ones are answered without learning.
  static let classLimit = 1024

  private let kernels: [any Kernel]
  private let clock: @Sendable () -> UInt64
  private let state: Mutex<State>

  private struct State {
    var account: LearningAccount
    var trials: [KernelTrial.Key: KernelTrial] = [:]
    /// Who goes first in the next race.
    var isChallengerFirst = false
  }

  /// Makes a learner.
  ///
  /// - Parameters:
  ///   - costLimit: the largest share of all time that racing may take: 0.02 is two percent. Held
  ///     to 0…0.5.
  ///   - kernels: those to race, best first. A kernel in use that is not among them is replaced by
  ///     the first of its method.
  ///   - clock: nanoseconds since some fixed moment, never falling; the system's own unless a test
  ///     gives another.
  public init(
    costLimit: Double = 0.02, kernels: [any Kernel] = KernelCatalog.all,
    clock: (@Sendable () -> UInt64)? = nil
  ) {
    self.kernels = kernels
    self.clock = clock ?? { Self.monotonicNanoseconds() }
    state = Mutex(State(account: LearningAccount(limit: min(max(costLimit, 0), 0.5))))
  }

  /// What learning has cost so far.
  public var cost: Cost {
    state.withLock {
      Cost(totalNanoseconds: $0.account.total, racingNanoseconds: $0.account.spent)
    }
  }

  /// Time that callers have waited, and how much of it went into racing.
  public struct Cost: Hashable, Sendable {
    /// Nanoseconds in calls that were timed, races included.
    public let totalNanoseconds: Double
    /// Nanoseconds of those in challengers' runs and in bookkeeping.
    public let racingNanoseconds: Double
    /// The share of racing; 0 before the first call.
    public var share: Double {
      totalNanoseconds > 0 ? racingNanoseconds / totalNanoseconds : 0
    }
  }

  /// Who is in use for a class of images; `nil` when none was seen yet.
  func incumbent(_ key: KernelTrial.Key) -> KernelCandidate? {
    state.withLock { $0.trials[key]?.incumbent }
  }

  /// Answers for an image, and perhaps learns from it.
  ///
  /// - Parameters:
  ///   - view: the pixels.
  ///   - options: what to ask.
  ///   - key: the class of the image.
  ///   - first: who is in use until something is learnt.
  /// - Returns: the palette, which is right for every kernel.
  func palette(
    of view: PixelView, options: PaletteOptions, key: KernelTrial.Key,
    startingWith first: KernelCandidate
  ) -> Palette {
    guard view.pixelCount >= Self.smallestImage else {
      return first.palette(of: view, options: options)
    }
    switch plan(key, startingWith: first) {
    case .plain(let candidate): return candidate.palette(of: view, options: options)
    case .timed(let candidate):
      let start = clock()
      let palette = candidate.palette(of: view, options: options)
      let time = elapsed(since: start)
      state.withLock { state in
        state.account.book(nanoseconds: time)
        state.trials[key]?.record(incumbent: time)
      }
      return palette
    case .race(let race): return run(race, view, options, key)
    }
  }

  private enum Plan {
    /// Nothing to learn here.
    case plain(KernelCandidate)
    /// Not now: only take the time.
    case timed(KernelCandidate)
    case race(Race)
  }

  private struct Race {
    let incumbent: KernelCandidate
    let challenger: KernelCandidate
    let isChallengerFirst: Bool
    let reserved: Double
  }

  private func plan(_ key: KernelTrial.Key, startingWith first: KernelCandidate) -> Plan {
    state.withLock { state in
      guard var trial = state.trials[key] ?? newTrial(key, first, &state) else {
        return .plain(first)
      }
      if trial.isSettled { return .plain(trial.incumbent) }
      // In this order: what is reserved has to be given back by a race.
      guard !trial.isRacing, let cost = trial.expectedCost, state.account.reserve(cost) else {
        return .timed(trial.incumbent)
      }
      trial.isRacing = true
      state.trials[key] = trial
      // Who goes second finds the pixels in the cache.
      state.isChallengerFirst.toggle()
      return .race(
        Race(
          incumbent: trial.incumbent, challenger: trial.challengers[0],
          isChallengerFirst: state.isChallengerFirst, reserved: cost))
    }
  }

  private func newTrial(
    _ key: KernelTrial.Key, _ first: KernelCandidate, _ state: inout State
  ) -> KernelTrial? {
    guard state.trials.count < Self.classLimit else { return nil }
    let candidates = KernelCandidate.all(
      for: key.question.method, threads: key.threads, kernels: kernels
    ).filter { $0.tableBytes(key.question.precision) <= key.tableLimit ?? .max }
    let isKnown = candidates.contains(first)
    let trial = KernelTrial(
      incumbent: isKnown ? first : candidates.first ?? first, candidates: candidates)
    state.trials[key] = trial
    return trial
  }

  private func run(
    _ race: Race, _ view: PixelView, _ options: PaletteOptions, _ key: KernelTrial.Key
  ) -> Palette {
    let order =
      race.isChallengerFirst
      ? [race.challenger, race.incumbent] : [race.incumbent, race.challenger]
    let start = clock()
    let palettes = order.map { candidate in
      let start = clock()
      let palette = candidate.palette(of: view, options: options)
      return (palette, elapsed(since: start))
    }
    let challenger = palettes[race.isChallengerFirst ? 0 : 1]
    let incumbent = palettes[race.isChallengerFirst ? 1 : 0]
    var answer = incumbent.0
    let areAlike = challenger.0 == incumbent.0
    let reference = KernelCandidate(KernelCatalog.reference(for: key.question.method))
    // One of them has a bug; the plainest kernel knows which.
    if !areAlike { answer = reference.palette(of: view, options: options) }
    let whole = elapsed(since: start)
    state.withLock { state in
      state.account.bookRace(
        // Without the race the incumbent alone would have answered.
        nanoseconds: whole, extra: whole - incumbent.1, reserved: race.reserved)
      state.trials[key]?.isRacing = false
      if areAlike {
        state.trials[key]?.record(challenger: challenger.1, incumbent: incumbent.1)
      } else {
        state.trials[key]?.disqualify(
          challenger: challenger.0 != answer, incumbent: incumbent.0 != answer,
          reference: reference)
      }
    }
    return answer
  }

  private func elapsed(since start: UInt64) -> Double {
    let now = clock()
    return now > start ? Double(now - start) : 0
  }

  /// The system's clock that is never set back.
  private static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
