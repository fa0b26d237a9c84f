package import OrderedJSON
package import Reporting

/// One try of a referee: a change, and what became of it.
package struct RefereeTry: Equatable, Sendable {
  /// What becomes of a change.
  package enum Verdict: String, Sendable, CaseIterable {
    /// It is faster: the next try is compared with it.
    case keep
    /// It is not, or something is slower.
    case discard
    /// The launches did not tell in the time that there was.
    case undecided
    /// It cannot be judged: it changes what measures it, or what is computed.
    case refused
  }

  /// A benchmark of a try.
  package struct Benchmark: Equatable, Sendable {
    package let name: String
    /// How many launches judged it.
    package let launches: Int
    /// The change that they saw, as a fraction: −0.02 is 2 % faster.
    package let change: Double
    /// Whether an improvement was shown.
    package let isFaster: Bool
    /// What launches say that did not choose it; nil where it was not kept for this benchmark.
    package var fresh: FreshEstimate?
  }

  /// From 1, among all tries.
  package let number: Int
  /// The commit that was tried.
  package let candidate: String
  /// Its name for people.
  package let label: String
  /// The commit that it was compared with.
  package let base: String
  /// What becomes of it.
  package let verdict: Verdict
  /// Why, in a sentence.
  package let reason: String
  /// The risk at which it could be kept; nil where nothing was measured.
  package var risk: Double?
  /// The benchmarks that were measured.
  package var benchmarks: [Benchmark] = []
  /// How long it took.
  package var seconds = 0.0

  /// What a command ends with.
  package var status: WorkStatus {
    switch verdict {
    case .keep: .success
    case .discard: .slower
    case .undecided: .cannotTell
    case .refused: .notComparable
    }
  }
}

/// What launches say that did not choose a change, so that the choice does not bias them.
package struct FreshEstimate: Equatable, Sendable {
  /// How many launches.
  package let launches: Int
  /// The median change, as a fraction.
  package let change: Double
  /// Its exact interval of 99 %; nil with too few launches.
  package let interval: ClosedRange<Double>?
}

extension RefereeTry {
  /// One line of the journal, and what a try answers for programs.
  package var json: JSONValue {
    .object([
      .init("try", .integer(number)), .init("verdict", .string(verdict.rawValue)),
      .init("reason", .string(reason)), .init("label", .string(label)),
      .init("candidate", .string(candidate)), .init("base", .string(base)),
      .init("risk", .optional(risk, JSONValue.number)),
      .init("benchmarks", .array(benchmarks.map(\.json))),
      .init("seconds", .number((seconds * 1000).rounded() / 1000)),
    ])
  }

  /// Reads a line of the journal; nil where it is none.
  init?(_ json: JSONValue) {
    guard let number = json["try"]?.integer, let candidate = json["candidate"]?.string,
      let base = json["base"]?.string, let reason = json["reason"]?.string,
      let label = json["label"]?.string,
      let verdict = json["verdict"]?.string.flatMap(Verdict.init(rawValue:)),
      let benchmarks = json["benchmarks"]?.elements(Benchmark.init)
    else { return nil }
    self.init(
      number: number, candidate: candidate, label: label, base: base, verdict: verdict,
      reason: reason, risk: json["risk"]?.number, benchmarks: benchmarks,
      seconds: json["seconds"]?.number ?? 0)
  }

  /// The line for people.
  package var text: String {
    "\(number). \(verdict.rawValue): \(label): \(reason)\n"
  }
}

extension RefereeTry.Benchmark {
  var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("launches", .integer(launches)),
      .init("change", .number(change)), .init("faster", .bool(isFaster)),
      .init("fresh", .optional(fresh, \.json)),
    ])
  }

  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, let launches = json["launches"]?.integer,
      let change = json["change"]?.number, let isFaster = json["faster"]?.bool
    else { return nil }
    self.init(
      name: name, launches: launches, change: change, isFaster: isFaster,
      fresh: json["fresh"].flatMap(FreshEstimate.init))
  }
}

extension FreshEstimate {
  /// For programs.
  package var json: JSONValue {
    .object([
      .init("launches", .integer(launches)), .init("change", .number(change)),
      .init(
        "interval",
        .optional(interval) {
          .array([.number($0.lowerBound), .number($0.upperBound)])
        }),
    ])
  }

  init?(_ json: JSONValue) {
    guard let launches = json["launches"]?.integer, let change = json["change"]?.number else {
      return nil
    }
    var interval: ClosedRange<Double>?
    if let ends = json["interval"]?.elements(\.number), ends.count == 2, ends[0] <= ends[1] {
      interval = ends[0]...ends[1]
    }
    self.init(launches: launches, change: change, interval: interval)
  }

  /// The change with its interval, for people.
  package var words: String {
    let range = interval.map {
      " (\(Decimals.change($0.lowerBound)) to \(Decimals.change($0.upperBound)))"
    }
    return Decimals.change(change) + (range ?? "")
  }
}
