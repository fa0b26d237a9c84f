internal import Measuring
internal import OrderedJSON
internal import TimingHistory

/// How many times its usual time each part of a night takes.
struct NightShares: Equatable {
  let shares: [Double]

  /// What earlier nights say of tonight's parts (``NightBudget``).
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - history: the nights before this one.
  ///   - planText: what tonight measures.
  ///   - parts: how many parts.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  init(
    _ store: HistoryStore, _ history: NightHistory, planText: String, parts: Int
  ) throws(HistoryError) {
    var known: [RunID: NightShares] = [:]
    var newest: [String: String]?
    for night in history.newest(NightBudget.mostNights) {
      let steps = try store.completedSteps(of: night)
      guard steps[NightStep.plan] == planText else { continue }
      newest = newest ?? steps
      let shares: NightShares? = NightStep.read(steps[NightStep.shares])
      if let shares, shares.shares.count == parts { known[night] = shares }
    }
    var noise: [[NightBudget.Noise]?] = []
    for part in 0..<parts {
      let measured: NightMeasured? = newest.flatMap { NightStep.read($0[NightStep.measure(part)]) }
      var found: [NightBudget.Noise]? = []
      for subject in measured?.subjects ?? [] {
        let nights = try history.spreads(of: subject.series).map { night in
          (
            value: night.value, interval: night.interval,
            share: known[night.run]?.shares[part] ?? 1
          )
        }
        // A part whose noise is not known of one series is not known at all, and gets its
        // usual time.
        guard let one = NightBudget.Noise.of(nights) else {
          found = nil
          break
        }
        found?.append(one)
      }
      noise.append(found?.isEmpty == false ? found : nil)
    }
    shares = NightBudget(noise).shares
  }

  /// A sentence for the report, with a series of each part; `nil` where all take about their usual time.
  func note(_ names: [String?]) -> String? {
    let differing = zip(names, shares).compactMap { name, share -> String? in
      guard let name, !(0.9...1.1).contains(share) else { return nil }
      return "\(name) \((share * 100).rounded() / 100) ×"
    }
    guard !differing.isEmpty else { return nil }
    return "Time was given to what more timing makes clearer: \(differing.joined(separator: ", ")) "
      + "the usual."
  }
}

extension NightShares: NightStepResult {
  var json: JSONValue { .array(shares.map(JSONValue.number)) }

  init?(json: JSONValue) {
    guard let shares = json.elements(\.number), !shares.isEmpty,
      shares.allSatisfy({ $0.isFinite && $0 > 0 })
    else { return nil }
    self.shares = shares
  }
}
