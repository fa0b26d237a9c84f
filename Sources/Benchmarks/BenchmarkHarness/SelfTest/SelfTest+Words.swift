internal import Measuring
package import OrderedJSON
internal import Reporting

extension SelfTest.Tally {
  /// The probability of so uneven a number of estimates above and below the truth, or a more uneven
  /// one, when neither side is favoured: the exact two-sided sign test.
  package var biasProbability: Double {
    let signs = BinomialDistribution(trials: above + below, probability: 0.5)
    return min(1, 2 * signs.cumulative(min(above, below)))
  }

  /// The mean of all estimates, as a log ratio.
  package var mean: Double {
    estimates.reduce(0) { $0 + $1.value } / Double(max(estimates.count, 1))
  }

  /// The mean of all estimates less the truth.
  package var meanError: Double { estimates.isEmpty ? 0 : mean - truth }

  /// Sessions whose 99 % interval holds the mean of all: what layouts have in common, where added work
  /// takes not exactly the time that it should.
  package var coveredMean: Int {
    let mean = mean
    return estimates.count { $0.interval?.contains(mean) == true }
  }

  /// Seconds of all sessions together.
  package var seconds: Double { sessionSeconds.reduce(0, +) }

  /// Seconds after which a share of the sessions had ended, 0 without sessions.
  package func seconds(ofShare share: Double) -> Double {
    let sorted = sessionSeconds.sorted()
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), sorted.count) - 1]
  }

  /// Sessions with the verdict faster, or same, or no slower by a gate.
  package var passed: Int { same + alarms - slower }

  /// Sessions without a verdict.
  package var undecided: Int { sessions - passed - slower }

  /// The confidence of the bounds.
  package static let confidence = 0.95

  /// The result for people.
  package var words: String {
    guard sessions > 0 else { return "No session was completed.\n" }
    let each = Quantities.time(seconds / Double(sessions))
    let coverage =
      "\(covered) of \(sessions) intervals (99 %) hold the truth, \(coveredMean) the mean of all"
    let error =
      "largest error \(Decimals.fixed(largestError * 100, places: 2)) %, "
      + "on average \(Decimals.fixed(meanError * 100, places: 3)) %"
    let first: String
    switch kind {
    case _ where gate != nil: first = gateWords
    case .identical:
      let bounds = ProportionBounds(successes: alarms, trials: sessions)
      let bound = Decimals.fixed(bounds.atMost(confidence: Self.confidence) * 100, places: 2)
      first =
        "A/A: \(alarms) false alarms in \(sessions) sessions on identical code; "
        + "the true rate is at most \(bound) % (95 %, Clopper-Pearson); \(same) said same"
    case .injected(let share):
      let bounds = ProportionBounds(successes: slower, trials: sessions)
      let rate = Decimals.fixed((bounds.observed ?? 0) * 100, places: 1)
      let bound = Decimals.fixed(bounds.atLeast(confidence: Self.confidence) * 100, places: 1)
      first =
        "Injected \(share.text): found in \(slower) of \(sessions) sessions, \(rate) %; "
        + "the true rate is at least \(bound) % (95 %, Clopper-Pearson)"
    }
    let bias =
      "\(below) estimates favour the candidate, \(above) the base "
      + "(sign test: p = \(Decimals.fixed(biasProbability, places: 3)))"
    return "\(first)\n\(coverage); \(error); \(each) a session\n\(bias)\n"
  }

  /// The sessions with a gate, in one line.
  private var gateWords: String {
    let side: String
    let wrong: (name: String, count: Int)
    switch kind {
    case .injected(let share) where share.fraction >= (gate?.fraction ?? 0):
      (side, wrong) = ("injected \(share.text)", ("passed", passed))
    case .injected(let share): (side, wrong) = ("injected \(share.text)", ("slower", slower))
    case .identical: (side, wrong) = ("identical code", ("slower", slower))
    }
    let bounds = ProportionBounds(successes: wrong.count, trials: sessions)
    let bound = Decimals.fixed(bounds.atMost(confidence: Self.confidence) * 100, places: 2)
    return
      "Gate \(gate?.text ?? ""), \(side): \(passed) of \(sessions) sessions passed, \(slower) slower, "
      + "\(undecided) cannot tell; the true rate of \(wrong.name) is at most \(bound) % (95 %, "
      + "Clopper-Pearson); half of the sessions took up to \(Quantities.time(seconds(ofShare: 0.5))), 97 % "
      + "up to \(Quantities.time(seconds(ofShare: 0.97)))"
  }

  /// The result for programs.
  package var json: JSONValue {
    let result: [JSONValue.Field]
    switch kind {
    case .identical:
      let bounds = ProportionBounds(successes: alarms, trials: sessions)
      result = [
        .init("alarms", .integer(alarms)),
        .init("atMost", .number(bounds.atMost(confidence: Self.confidence))),
        .init("same", .integer(same)),
      ]
    case .injected(let share):
      let bounds = ProportionBounds(successes: slower, trials: sessions)
      result = [
        .init("detected", .integer(slower)),
        .init("atLeast", .number(bounds.atLeast(confidence: Self.confidence))),
        .init("injected", .number(share.fraction)),
      ]
    }
    let gated: [JSONValue.Field] =
      gate.map { gate in
        [
          .init("gate", .number(gate.fraction)), .init("passed", .integer(passed)),
          .init("slower", .integer(slower)), .init("cannotTell", .integer(undecided)),
          .init("medianSeconds", .number(seconds(ofShare: 0.5))),
          .init("seconds97", .number(seconds(ofShare: 0.97))),
        ]
      } ?? []
    return .object(
      [.init("sessions", .integer(sessions))] + result + gated + [
        .init("covered", .integer(covered)),
        .init("coveredMean", .integer(coveredMean)),
        .init("largestError", .number(largestError)),
        .init("meanError", .number(meanError)),
        .init("favourCandidate", .integer(below)),
        .init("favourBase", .integer(above)),
        .init("biasProbability", .number(biasProbability)),
        .init("launches", .integer(launches)),
        .init("seconds", .number(seconds)),
      ])
  }
}
