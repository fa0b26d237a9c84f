internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandOptions
internal import HistorySimulation
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import TimingHistory

/// `lab simulate-nights`: how often the nightly policy is wrong, by simulation.
struct SimulateNightsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-nights",
    abstract: "Count the false alarms of bench nightly over thousands of simulated nights.",
    discussion: """
      Nothing is measured: every night each series gets a random point of its noise and is \
      screened, confirmed and judged by the code that judges real nights. Every night has a new \
      build, so that no alarm is attributed to the environment. A night in which an unchanged series \
      is called slower is a false alarm; the rate comes with its exact bound (Clopper-Pearson).

      EXAMPLES
        lab simulate-nights
        lab simulate-nights --nights 1000 --noise skewed --seed 7
        lab simulate-nights --nights 200 --slowdown 3% --from-night 100

      EXIT CODES (those of all commands: lab --help)
        0    the simulation was completed, whatever its result
      """)

  @Option(help: ArgumentHelp("How many nights to simulate.", valueName: "count"))
  var nights: Int = 10_000

  @Option(help: ArgumentHelp("How many series are measured each night.", valueName: "count"))
  var series: Int = 30

  @Option(
    help: ArgumentHelp(
      "How measurements scatter: normal, skewed, autoregressive, outliers, persistent, weekly "
        + "or quantized. Default: normal.", valueName: "name"),
    transform: { try choice($0, kind: "noise") })
  var noise: NoiseModel = .normal

  @Option(
    help: ArgumentHelp(
      "Slow the first series by so much, 3% for example, to see when that is found.",
      valueName: "percent"))
  var slowdown: String?

  @Option(
    help: ArgumentHelp("The night, from 0, with which --slowdown begins.", valueName: "number"))
  var fromNight: Int = 0

  @Option(help: ArgumentHelp("The start of the random sequence.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var results: FormatOptions

  func validate() throws {
    _ = try simulation()
    guard (1...1_000_000).contains(nights) else {
      throw ValidationError("--nights takes 1 to 1000000, not \(nights).")
    }
    guard (1...1000).contains(series) else {
      throw ValidationError("--series takes 1 to 1000, not \(series).")
    }
    guard (0..<nights).contains(fromNight) else {
      throw ValidationError("--from-night takes a night before the last one, not \(fromNight).")
    }
  }

  func run() throws {
    let simulation = try simulation()
    let result = simulation.run(nights: nights, seed: seed)
    results.format.write(table: words(result), json: json(result))
  }

  private var planned = Once<NightSimulation>()

  private func simulation() throws -> NightSimulation { try planned.value(makeSimulation) }

  private func makeSimulation() throws -> NightSimulation {
    var simulation = NightSimulation()
    simulation.seriesCount = series
    simulation.lookRule = NightPurpose.look.rule
    simulation.noise = noise
    if let slowdown {
      simulation.slowdown = try reportingFailures {
        (fromNight, try Percentage(parsing: slowdown).logRatio)
      }
    }
    return simulation
  }

  private func words(_ result: NightSimulation.Result) -> String {
    func percent(_ share: Double) -> String { Decimals.fixed(share * 100, places: 3) + " %" }
    let alarms = result.falseAlarms
    var text =
      "\(alarms.successes) false alarms in \(alarms.trials) nights of \(series) series "
      + "(\(percent(alarms.observed ?? 0))); the true rate is at most "
      + "\(percent(alarms.atMost(confidence: 0.95))) of nights (95 %, Clopper-Pearson)\n"
    text +=
      "\(result.alarmedSeries.successes) of \(series) series were ever called slower by mistake\n"
    text += "\(percent(result.suspicions.observed ?? 0)) of series were measured again a night\n"
    if slowdown != nil {
      text +=
        result.detectedAt.map {
          "the slowdown was called in night \($0), \($0 - fromNight) after it began\n"
        } ?? "the slowdown was not called\n"
    }
    return text
  }

  private func json(_ result: NightSimulation.Result) -> JSONValue {
    .object([
      .init("nights", .integer(nights)),
      .init("series", .integer(series)),
      .init("noise", .string(noise.rawValue)),
      .init("seed", .string(String(seed))),
      .init("falseAlarms", .integer(result.falseAlarms.successes)),
      .init("rate", .number(result.falseAlarms.observed ?? 0)),
      .init("atMost", .number(result.falseAlarms.atMost(confidence: 0.95))),
      .init("alarmedSeries", .integer(result.alarmedSeries.successes)),
      .init("suspicions", .integer(result.suspicions.successes)),
      .init("detectedAt", .optional(result.detectedAt, JSONValue.integer)),
    ])
  }
}
