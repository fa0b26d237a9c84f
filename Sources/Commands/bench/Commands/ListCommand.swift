internal import KernelBenchmarks
internal import ArgumentParser

/// `bench list`: what there is to run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List kernels, images and instruction sets, and which run here.")

  @OptionGroup var results: FormatOptions

  func run() throws {
    let inventory = Inventory.current
    results.format.write(table: inventory.table, json: inventory.json)
  }
}
