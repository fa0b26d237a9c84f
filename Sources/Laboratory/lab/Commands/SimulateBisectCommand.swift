internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandOptions
internal import HistorySimulation
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

/// `lab simulate-bisect`: how often the search of `bench bisect` finds the commit, by simulation.
struct SimulateBisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-bisect",
    abstract: "Count how often bench bisect finds the right commit in simulated searches.",
    discussion: """
      Nothing is measured: workers are simulated, whose launches scatter, and the first slow commit \
      is drawn anew for each search. The share of searches that name it comes with its exact bound \
      (Clopper-Pearson).

      EXAMPLES
        lab simulate-bisect
        lab simulate-bisect --commits 500 --step 0.5% --probes 20

      EXIT CODES (those of all commands: lab --help)
        0    the simulation was completed, whatever its result
      """)

  @Option(help: ArgumentHelp("How many searches.", valueName: "count"))
  var trials: Int = 1000

  @Option(help: ArgumentHelp("Among how many commits.", valueName: "count"))
  var commits: Int = 60

  @Option(help: ArgumentHelp("How much slower the code gets.", valueName: "percent"))
  var step: String = "1%"

  @Option(help: ArgumentHelp("How many probes are allowed.", valueName: "count"))
  var probes: Int = 8

  @Option(help: ArgumentHelp("The start of the random sequence.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var results: FormatOptions

  private var planned = Once<SimulatedBisection>()

  func validate() throws { _ = try simulation() }

  func run() throws {
    let simulation = try simulation()
    let result = try reportingFailures { try simulation.run() }
    results.format.write(table: simulation.words(result), json: simulation.json(result))
  }

  private func simulation() throws -> SimulatedBisection {
    try planned.value {
      for (name, value, limit) in [
        ("trials", trials, 1_000_000), ("commits", commits, 100_000), ("probes", probes, 1000),
      ] where !(1...limit).contains(value) {
        throw ValidationError("--\(name) takes 1 to \(limit), not \(value).")
      }
      var trial = BisectionTrial()
      trial.commits = commits
      trial.slowdown = LogRatio(try reportingFailures { try Percentage(parsing: step).logRatio })
      trial.maximumProbes = probes
      return SimulatedBisection(trial: trial, searches: trials, seed: seed)
    }
  }
}
