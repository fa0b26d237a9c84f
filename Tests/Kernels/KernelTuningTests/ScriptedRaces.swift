internal import DominantColor
internal import Measuring
internal import Pixels

@testable import KernelTuning

/// A timer that runs everything once and then makes up rounds: each contender takes what a script
/// says, in microseconds, give or take a thousandth a round.
struct ScriptedContest: ContenderTimer {
  /// Wall time and, of it, that of other threads.
  struct Times {
    var wall: Double
    var otherThreads = 0.0
  }

  var rounds = 9
  let times: (String) -> Times

  init(rounds: Int = 9, _ times: @escaping (String) -> Times) {
    self.rounds = rounds
    self.times = times
  }

  func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void, progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    for contender in contenders { contender.repeatWork(1) }
    return InterleavedTiming(
      contenders: contenders.map { RaceOutcome.timing($0.label, times($0.label), rounds: rounds) },
      rounds: rounds, wasCancelled: isCancelled(), seed: 1)
  }
}

extension RaceOutcome {
  /// One contender's made-up epochs.
  static func timing(
    _ label: String, _ times: ScriptedContest.Times, rounds: Int = 9, wobble: Double = 0.001
  ) -> ContenderTiming {
    ContenderTiming(
      label: label, iterations: 1,
      epochs: (0..<rounds).map { round in
        let factor = 1000 * (1 + wobble * Double(round - rounds / 2))
        return Epoch(
          iterations: 1, wall: UInt64(times.wall * factor), threadCPU: UInt64(times.wall * factor),
          processCPU: UInt64((times.wall + times.otherThreads) * factor))
      })
  }

  /// A race with known times, in microseconds.
  static func scripted(
    _ image: String = "photo", side: Int = 64, hopeless: [KernelCandidate] = [],
    entries: [(KernelCandidate, ContenderTiming)]
  ) -> RaceOutcome {
    RaceOutcome(
      image: image, width: side, height: side, candidates: entries.map(\.0), wrong: [],
      hopeless: hopeless,
      timing: InterleavedTiming(
        contenders: entries.map(\.1), rounds: 9, wasCancelled: false, seed: 1))
  }
}

/// The candidates of method `histogram` on two threads.
enum Candidates {
  static let tiles = KernelCandidate(KernelCatalog.tiles, threads: 2)
  static let simd = KernelCandidate(KernelCatalog.simd)
  static let reference = KernelCandidate(KernelCatalog.histogram)
}
