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

  /// A table of races, each on one thread and on all, and what follows.
  package var table: String {
    var table = TextTable(
      columns: [.init("method", .left), .init("size")] + TunePlan.images.map { .init($0) }
        + [.init("threads", .left)])
    for method in result.methods {
      for (pixels, races) in method.sizes {
        let times = TunePlan.images.map { image in
          guard let race = races.first(where: { $0.image == image }),
            let one = race.median(method.one)
          else { return "–" }
          let several = race.median(method.several).map(Quantities.time) ?? "–"
          return "\(Quantities.time(one)) → \(several)"
        }
        let verdict = ThreadVerdict(races, one: method.one, several: method.several)
        table.append(
          ([method.method.rawValue, Quantities.megapixels(pixels)] + times + [Self.word(verdict)])
            .map { TextTable.Cell($0) })
      }
    }
    let lines = table.isEmpty ? [] : [""] + table.lines(indent: 2)
    return (lines + [""] + TuningWords.threads(tuning)).joined(separator: "\n") + "\n"
  }

  private static func word(_ verdict: ThreadVerdict) -> String {
    switch verdict {
    case .pay: "pay"
    case .cost: "do not pay"
    case .open: "not decided"
    }
  }

  /// The tuning, and every race behind it.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(2)), .init("path", .optional(path) { .string($0) }),
      .init("tuning", TuningWords.json(tuning)),
      .init(
        "races",
        .array(
          result.methods.flatMap { method in
            method.races.flatMap { race in
              race.candidates.map { Self.json(method.method, race, $0, isRight: true) }
                + race.hopeless.map { Self.json(method.method, race, $0, isRight: true) }
                + race.wrong.map { Self.json(method.method, race, $0, isRight: false) }
            }
          })),
    ])
  }

  private static func json(
    _ method: PaletteMethod, _ race: RaceOutcome, _ candidate: KernelCandidate, isRight: Bool
  ) -> JSONValue {
    .object([
      .init("method", .string(method.rawValue)), .init("image", .string(race.image)),
      .init("width", .integer(race.width)), .init("height", .integer(race.height)),
      .init("kernel", .string(candidate.kernel.id)), .init("threads", .integer(candidate.threads)),
      .init("matchesReference", .bool(isRight)),
      .init("medianSeconds", .optional(race.median(candidate)) { .number($0) }),
      .init("rounds", .integer(race.median(candidate) == nil ? 0 : race.timing.rounds)),
    ])
  }

  /// A ratio as a change in percent, with its sign.
  package static func change(_ ratio: Double) -> String {
    let percent = (ratio - 1) * 100
    let digits = Decimals.fixed(percent, places: 1)
    return (percent > 0 ? "+" : "") + digits + " %"
  }
}
