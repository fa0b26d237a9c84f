package import DominantColor
internal import Measuring
package import OrderedJSON
internal import Reporting

/// A tuning run for people and for programs.
package struct TuneReport {
  package let result: TuneResult
  package let tuning: Tuning
  /// Where the tuning was written; `nil` for a dry run.
  package let path: String?

  package init(result: TuneResult, tuning: Tuning, path: String?) {
    self.result = result
    self.tuning = tuning
    self.path = path
  }

  /// A table of races and the choices that follow.
  package var table: String {
    var table = TextTable(
      columns: [
        .init("method", .left), .init("content", .left), .init("size"), .init("chosen", .left),
      ] + TunePlan.images.map { .init($0) } + [
        .init("came closest", .left), .init("on", .left), .init("takes"), .init("95 % interval"),
        .init("", .left),
      ])
    for (question, candidates, races) in result.questions where candidates.count > 1 {
      let threads = result.threadCounts.max() ?? 1
      let decisions = ImageContent.allCases.flatMap { content in
        TuneResult.verdicts(question, races, content, threads: threads).map { (content, $0) }
      }
      for (content, decision) in decisions {
        let times = TunePlan.images.map { image in
          decision.races.first { $0.image == image }?.median(decision.verdict.choice)
            .map(Quantities.time) ?? "–"
        }
        let evidence = decision.verdict.evidence
        table.append(
          ([
            question.title, content.rawValue, Quantities.megapixels(decision.pixels),
            decision.verdict.choice.name,
          ] + times + [
            evidence?.runnerUp ?? "–", evidence?.image ?? "–",
            evidence.map { Self.change($0.ratio) } ?? "–",
            evidence.map {
              "\(Self.change($0.interval.lowerBound)) – \(Self.change($0.interval.upperBound))"
            } ?? "–",
            evidence.map(Self.note) ?? "",
          ]).map { TextTable.Cell($0) })
      }
    }
    let lines = table.isEmpty ? [] : [""] + table.lines(indent: 2)
    return (lines + [""] + TuningWords.choices(tuning)).joined(separator: "\n") + "\n"
  }

  /// The tuning, and every race behind it.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)), .init("path", .optional(path) { .string($0) }),
      .init("tuning", TuningWords.json(tuning)),
      .init(
        "races",
        .array(
          result.questions.flatMap { question, _, races in
            races.flatMap { race in
              race.candidates.map { Self.json(question, race, $0, isRight: true) }
                + race.hopeless.map { Self.json(question, race, $0, isRight: true) }
                + race.wrong.map { Self.json(question, race, $0, isRight: false) }
            }
          })),
    ])
  }

  private static func json(
    _ question: TunedQuestion, _ race: RaceOutcome, _ candidate: KernelCandidate, isRight: Bool
  ) -> JSONValue {
    .object([
      .init("method", .string(question.method.rawValue)),
      .init("precision", .string(question.precision.rawValue)),
      .init("image", .string(race.image)), .init("width", .integer(race.width)),
      .init("height", .integer(race.height)), .init("kernel", .string(candidate.kernel.id)),
      .init("threads", .integer(candidate.threads)), .init("matchesReference", .bool(isRight)),
      .init("medianSeconds", .optional(race.median(candidate)) { .number($0) }),
      .init("rounds", .integer(race.median(candidate) == nil ? 0 : race.timing.rounds)),
    ])
  }

  /// What an interval that contains zero means: the same, or undecided.
  private static func note(_ evidence: Tuning.Evidence) -> String {
    guard evidence.isTie else { return "" }
    let reach = max(1 / evidence.interval.lowerBound, evidence.interval.upperBound)
    return reach <= 1 + SizeVerdict.openMargin ? "tie" : "open"
  }

  /// A ratio as a change in percent, with its sign.
  package static func change(_ ratio: Double) -> String {
    let percent = (ratio - 1) * 100
    let digits = Decimals.fixed(percent, places: 1)
    return (percent > 0 ? "+" : "") + digits + " %"
  }
}
