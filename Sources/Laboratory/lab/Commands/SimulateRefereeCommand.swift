internal import ArgumentParser
internal import CommandOptions
internal import HistorySimulation

/// `lab simulate-referee`: what `bench referee` keeps of hundreds of changes, by simulation.
struct SimulateRefereeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-referee",
    abstract: "Count what bench referee keeps of hundreds of simulated changes.",
    discussion: """
      Nothing is measured: launches are simulated, with frequent far values. Of each seed it says how \
      many changes were kept, how many of these do nothing, and how many that are worth it were kept.

      EXAMPLES
        lab simulate-referee
        lab simulate-referee --seeds 100 --nulls 2000

      EXIT CODES (those of all commands: lab --help)
        0    the simulation was completed, whatever its result
      """)

  @Option(help: ArgumentHelp("How many changes do nothing.", valueName: "count"))
  var nulls: Int = 500

  @Option(help: ArgumentHelp("How many are faster, by 0.5 to 3 %.", valueName: "count"))
  var real: Int = 50

  @Option(help: ArgumentHelp("How many times all of it, from seed 1.", valueName: "count"))
  var seeds: Int = 5

  @OptionGroup var results: FormatOptions

  func validate() throws {
    for (name, value, least) in [("nulls", nulls, 0), ("real", real, 0), ("seeds", seeds, 1)]
    where !(least...100_000).contains(value) {
      throw ValidationError("--\(name) takes \(least) to 100000, not \(value).")
    }
  }

  func run() throws {
    var simulation = SimulatedReferee()
    simulation.nulls = nulls
    simulation.real = real
    let made = (1...UInt64(seeds)).map { (seed: $0, result: simulation.run(seed: $0)) }
    results.format.write(table: simulation.table(made), json: simulation.json(made))
  }
}
