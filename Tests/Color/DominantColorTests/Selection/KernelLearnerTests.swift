import Pixels
import Processors
import Synchronization
import Testing

@testable import DominantColor

@Suite("Learning on the caller's images")
struct KernelLearnerTests {
  /// An image of 64 × 64 pixels, none of them visible.
  private let image: ImageBuffer

  init() throws { image = try ImageBuffer(width: 64, height: 64) }

  /// Asks until there is nothing left to learn, at most so often; after each call the cost is held.
  ///
  /// - Returns: the calls it took.
  private func learn(
    _ learner: KernelLearner, _ image: ImageBuffer, calls: Int, threads: Int = 1
  ) -> Int {
    let selection = KernelSelection.learning(learner).limited(toThreads: threads)
    let expected = Palette(
      method: .histogram, swatches: [], tally: PixelTally(transparent: UInt64(image.pixelCount)))
    for call in 0..<calls {
      let before = WorkClock.current.readings
      #expect(Dominant.palette(of: image, method: .histogram, selection: selection) == expected)
      if call > 0, WorkClock.current.readings == before { return call }
      #expect(learner.cost.share <= 0.02)
    }
    return calls
  }

  private func winner(_ learner: KernelLearner, pixels: Int = 4096, threads: Int = 1) -> String {
    let choice = KernelSelection.learning(learner).choice(
      for: .histogram, pixels: pixels, content: .plain, threads: threads)
    return KernelCandidate(choice.kernel, threads: choice.threads).name
  }

  @Test("it converges to the faster kernel, wherever it starts, for under 2 % of the time")
  func converges() {
    for (first, second) in [(100_000, 60_000), (60_000, 100_000), (100_000, 99_000)] {
      WorkClock.$current.withValue(WorkClock()) {
        let learner = KernelLearner.scripted([
          ScriptedKernel("first") { _, _ in UInt64(first) },
          ScriptedKernel("second") { _, _ in UInt64(second) },
        ])
        let calls = learn(learner, image, calls: 5000)
        #expect(calls < 5000)
        #expect(winner(learner) == (first < second ? "first" : "second"))
        #expect(learner.cost.totalNanoseconds > 0)
        #expect(learner.cost.racingNanoseconds > 0)
      }
    }
  }

  @Test("what it learnt is said, and settled classes read no clock")
  func settled() {
    WorkClock.$current.withValue(WorkClock()) {
      let learner = KernelLearner.scripted([
        ScriptedKernel("slow") { _, _ in 90_000 }, ScriptedKernel("fast") { _, _ in 50_000 },
      ])
      _ = learn(learner, image, calls: 5000)
      let selection = KernelSelection.learning(learner)
      #expect(selection.explanation.hasPrefix("Kernels are raced on the caller's own images."))
      let choice = selection.choice(
        for: .histogram, pixels: 4096, content: .plain, threads: 1)
      #expect(choice.explanation.contains("it won on the caller's own images of this size"))
      let readings = WorkClock.current.readings
      let cost = learner.cost
      for _ in 0..<10 {
        _ = Dominant.palette(
          of: image, method: .histogram, selection: selection.limited(toThreads: 1))
      }
      #expect(WorkClock.current.readings == readings)
      #expect(learner.cost == cost)
    }
  }

  @Test(
    "kernels that never differ are a tie, which goes to fewer threads",
    .enabled(if: ProcessorCount.usable > 1, "On one processor no second thread is tried."))
  func tie() {
    WorkClock.$current.withValue(WorkClock()) {
      // Every other time it is a little faster, every other time a little slower.
      let calls = Mutex(0)
      let learner = KernelLearner.scripted([
        ScriptedKernel("many", isConcurrent: true) { _, _ in 80_000 },
        ScriptedKernel("one") { _, _ in
          calls.withLock {
            $0 += 1
            return $0 % 2 == 0 ? 79_000 : 81_000
          }
        },
      ])
      _ = learn(learner, image, calls: 20_000, threads: 2)
      #expect(winner(learner, threads: 2) == "one")
    }
  }

  @Test("sizes are learnt apart, by powers of two")
  func sizes() throws {
    let large = try ImageBuffer(width: 128, height: 128)
    WorkClock.$current.withValue(WorkClock()) {
      let learner = KernelLearner.scripted([
        ScriptedKernel("rising") { pixels, _ in UInt64(20 * pixels) },
        ScriptedKernel("level") { _, _ in 160_000 },
      ])
      _ = learn(learner, image, calls: 5000)
      _ = learn(learner, large, calls: 5000)
      #expect(winner(learner, pixels: 4096) == "rising")
      #expect(winner(learner, pixels: 16_384) == "level")
      #expect(winner(learner, pixels: 20_000) == "level")
    }
  }

  @Test("a hopeless challenger is met three times, and only when the account allows it")
  func hopeless() {
    WorkClock.$current.withValue(WorkClock()) {
      let learner = KernelLearner.scripted([
        ScriptedKernel("fast") { _, _ in 100_000 },
        ScriptedKernel("scalar", isVectorised: false) { _, _ in 3_000_000 },
      ])
      let calls = learn(learner, image, calls: 20_000)
      #expect(winner(learner) == "fast")
      // 3 × 30 calls at 2 % less what keeping the books takes: about 5000 calls.
      #expect((4000..<7000).contains(calls))
    }
  }

  @Test("a challenger beyond all expectation overdraws the account once, which is made up")
  func overdraft() {
    WorkClock.$current.withValue(WorkClock()) {
      let learner = KernelLearner.scripted([
        ScriptedKernel("fast") { _, _ in 100_000 },
        ScriptedKernel("terrible") { _, _ in 50_000_000 },
      ])
      let selection = KernelSelection.learning(learner).limited(toThreads: 1)
      var highest = 0.0
      var overdrawnCalls = 0
      for _ in 0..<60_000 {
        let before = learner.cost
        _ = Dominant.palette(of: image, method: .histogram, selection: selection)
        highest = max(highest, learner.cost.share)
        let spent = learner.cost.racingNanoseconds - before.racingNanoseconds
        // No race is begun in the red.
        if before.share > 0.02 {
          overdrawnCalls += 1
          #expect(spent < 1000)
        }
      }
      #expect(highest > 0.02)
      #expect(overdrawnCalls > 0)
      #expect(learner.cost.share <= 0.02)
      #expect(winner(learner) == "fast")
    }
  }

  @Test("images under 4096 pixels are answered and left alone")
  func small() throws {
    let small = try ImageBuffer(width: 63, height: 65)
    WorkClock.$current.withValue(WorkClock()) {
      let learner = KernelLearner.scripted([ScriptedKernel("any") { _, _ in 1 }])
      let palette = Dominant.palette(of: small, method: .histogram, selection: .learning(learner))
      #expect(palette.absence == .allTransparent)
      #expect(WorkClock.current.readings == 0)
      #expect(learner.cost.totalNanoseconds == 0)
      #expect(learner.cost.share == 0)
    }
  }

  @Test("a kernel that answers wrongly loses however fast it is, and the answer stays right")
  func wrong() {
    for isFirstWrong in [true, false] {
      WorkClock.$current.withValue(WorkClock()) {
        let learner = KernelLearner.scripted([
          ScriptedKernel("first", isRight: !isFirstWrong) { _, _ in 100_000 },
          ScriptedKernel("second", isRight: isFirstWrong) { _, _ in 50_000 },
        ])
        let selection = KernelSelection.learning(learner).limited(toThreads: 1)
        var wrongAnswers = 0
        for _ in 0..<3000 {
          let palette = Dominant.palette(of: image, method: .histogram, selection: selection)
          if palette.absence != .allTransparent { wrongAnswers += 1 }
        }
        let winner = winner(learner)
        if isFirstWrong {
          // It was in use, and is found out in its first race. The catalogue's reference takes its
          // place, and takes no time on this clock, so nothing beats it.
          #expect(wrongAnswers > 0)
          #expect(wrongAnswers < 500)
          #expect(winner != "first")
        } else {
          #expect(wrongAnswers == 0)
          #expect(winner == "first")
        }
      }
    }
  }

  @Test("many threads learn together: right answers, one winner, the cost held")
  func concurrent() async {
    let learner = KernelLearner.scripted([
      ScriptedKernel("slow") { _, _ in 120_000 }, ScriptedKernel("fast") { _, _ in 70_000 },
      ScriptedKernel("middling") { _, _ in 90_000 },
    ])
    let selection = KernelSelection.learning(learner).limited(toThreads: 1)
    let image = image
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          WorkClock.$current.withValue(WorkClock()) {
            (0..<2000).count { _ in
              Dominant.palette(of: image, method: .histogram, selection: selection).absence
                != .allTransparent
            }
          }
        }
      }
      for await wrong in group { #expect(wrong == 0) }
    }
    #expect(winner(learner) == "fast")
    #expect(learner.cost.share <= 0.02)
  }

  @Test("real kernels by the real clock: only the answers are looked at")
  func realKernels() throws {
    let selection = KernelSelection.learning(KernelLearner(costLimit: 0.5))
    let expected = Dominant.palette(of: image, method: .histogram, selection: .kernel("histogram"))
    for _ in 0..<200 {
      #expect(Dominant.palette(of: image, method: .histogram, selection: selection) == expected)
    }
  }

  @Test("what races under way may take is set aside")
  func account() {
    var account = LearningAccount(limit: 0.1)
    let early = account.reserve(0)
    #expect(!early)
    for _ in 0..<10 { account.book(nanoseconds: 100_000) }
    // A tenth of a million, less 10 × 200 for the books.
    let first = account.reserve(60_000)
    let second = account.reserve(60_000)
    #expect(first)
    #expect(!second)
    account.bookRace(nanoseconds: 160_000, extra: 60_000, reserved: 60_000)
    #expect(account.reserved == 0)
    #expect(account.spent == 10 * 200 + 60_000 + 200)
    #expect(account.total == 1_160_000)
  }
}

@Suite("Duels")
struct DuelTests {
  /// P(at least `wins` of `races`) for fair coins.
  private func tail(_ wins: Int, of races: Int) -> Double {
    var probability = 0.0
    for successes in wins...races {
      var term = 1.0
      for step in 0..<successes { term *= Double(races - step) / Double(successes - step) }
      for _ in 0..<races { term /= 2 }
      probability += term
    }
    return probability
  }

  @Test("identical kernels are told apart in less than one duel of 200")
  func falseVerdicts() {
    let both = Duel.looks.map { 2 * tail($0.wins, of: $0.races) }
    #expect(abs(both[0] - 2.0 / 4096) < 1e-12)
    #expect(both.reduce(0, +) < 0.005)
    // One win fewer would be too many false verdicts.
    for look in Duel.looks where look.wins < look.races {
      #expect(2 * tail(look.wins - 1, of: look.races) > 0.0025)
    }
  }

  @Test("twelve of twelve, 20 of 24 or 35 of 48 decide; else it is a tie")
  func verdicts() {
    func verdict(_ wins: Int, of races: Int) -> Duel.Verdict {
      var duel = Duel()
      // Wins and losses in turns as long as both last, so that no early look decides.
      var (won, lost) = (0, 0)
      for race in 0..<races {
        let win = won < wins && (lost == races - wins || race % 2 == 0)
        if win { won += 1 } else { lost += 1 }
        duel.record(challenger: win ? 1 : 1.2, incumbent: 1.1)
      }
      return duel.verdict
    }
    #expect(verdict(12, of: 12) == .challengerWins)
    #expect(verdict(11, of: 12) == .open)
    #expect(verdict(0, of: 12) == .incumbentStays)
    #expect(verdict(20, of: 24) == .challengerWins)
    #expect(verdict(19, of: 24) == .open)
    #expect(verdict(24, of: 48) == .tie)
    #expect(verdict(35, of: 48) == .challengerWins)
    #expect(verdict(13, of: 48) == .incumbentStays)
  }

  @Test("three routs end it, two and a near loss do not")
  func routs() {
    var duel = Duel()
    for _ in 0..<3 { duel.record(challenger: 3, incumbent: 2) }
    #expect(duel.verdict == .incumbentStays)
    duel.record(challenger: 1, incumbent: 2)
    #expect(duel.races == 3)
    var close = Duel()
    close.record(challenger: 3, incumbent: 2)
    close.record(challenger: 3, incumbent: 2)
    close.record(challenger: 2.9, incumbent: 2)
    #expect(close.verdict == .open)
  }
}
