internal import Measuring
internal import Testing

@testable internal import HistorySimulation
@testable internal import TimingHistory

@Suite("Trials on simulated series")
struct TrialTests {
  @Test("Realistic series have sound answers, and their clear steps are found")
  func realistic() throws {
    let trial = RealisticTrial(series: 1500, seed: 31)
    #expect(trial.series == 1500 && trial.points > 150_000)
    #expect(trial.unsound == 0)
    #expect(trial.clearSteps > 200)
    #expect(try #require(trial.found.observed) >= 0.97)
    // A detector that finds nothing is not called good.
    let blind = SeriesFindings()
    #expect(RealisticTrial.isSound(blind, of: [1, 2, 3]))
    func change(_ index: Int, _ effect: Double = 0.1) -> ChangePoint {
      ChangePoint(index: index, before: 1, after: 2, effect: effect, evidence: 2)
    }
    let values = [Double](repeating: 1, count: 20)
    #expect(RealisticTrial.isSound(SeriesFindings(changes: [change(4), change(8)]), of: values))
    for changes in [[change(8), change(8)], [change(3)], [change(17)], [change(12), change(6)]] {
      #expect(!RealisticTrial.isSound(SeriesFindings(changes: changes), of: values))
    }
    #expect(!RealisticTrial.isSound(SeriesFindings(changes: [change(8, .infinity)]), of: values))
  }

  @Test("Stored limits are what simulation gives")
  func calibration() {
    let calibration = LimitCalibration(count: 100, series: 400, seed: 77)
    let stored = EvidenceLimit.value(count: 100, sensitivity: .standard)
    #expect(calibration.limit(falseAlarmRate: 0.03) < stored)
    #expect(calibration.limit(falseAlarmRate: 0.001) > 0.7 * stored)
    #expect(calibration.limit(falseAlarmRate: 1) >= 0)
  }

  @Test("1 % among 60 commits: the very commit in 95 of 100, with at most 8 probes")
  func trial() throws {
    let result = try BisectionTrial().run(searches: 300, seed: 1)
    #expect(try #require(result.exact.observed) >= 0.95)
    #expect(result.mostProbes <= 8)
    // Workers four times as noisy as measured: still found, by asking again.
    var noisy = BisectionTrial()
    noisy.launchDeviation = 0.01
    noisy.launches = 20
    let hard = try noisy.run(searches: 200, seed: 1)
    #expect(try #require(hard.exact.observed) >= 0.90)
    #expect(hard.mostProbes == 8)
  }

  @Test(
    "Simulated nights: no false alarm, and a slowdown is called", arguments: NoiseModel.allCases)
  func simulation(noise: NoiseModel) throws {
    var watched = NightSimulation()
    watched.seriesCount = 10
    watched.lookRule = SequentialRule(
      margin: 0.01, looks: [12, 24, 48].map { .init(launches: $0, alpha: 0.02) })
    watched.slowdown = (night: 30, logRatio: 0.05)
    // A short session against the build of the night before sees it the same night.
    let seen = watched.run(nights: 40, seed: 5)
    #expect(seen.detectedAt == 30)
    #expect(seen.falseAlarms.successes == 0)
    // A look sees something now and then where there is nothing, and the session that follows not.
    #expect(seen.suspicions.successes > 0)
    var quiet = NightSimulation()
    quiet.noise = noise
    quiet.seriesCount = 4
    let result = quiet.run(nights: 40, seed: 2)
    #expect(result.falseAlarms.successes == 0)
    #expect(result.falseAlarms.trials == 40)
    #expect(try #require(result.suspicions.observed) < 0.05)
    #expect(result.detectedAt == nil)
    var slow = quiet
    slow.seriesCount = 1
    slow.slowdown = (night: 20, logRatio: 0.04)
    let night = try #require(slow.run(nights: 40, seed: 2).detectedAt)
    #expect((20..<32).contains(night))
  }

  @Test("Each noise has the median it is said to have")
  func medians() throws {
    for noise in NoiseModel.allCases {
      var generator = SeededGenerator(seed: 12)
      let values = noise.series(count: 40_001, using: &generator)
      #expect(abs(try #require(Statistics.median(values)) - noise.median) < 0.02)
    }
  }
}
