internal import ArgumentParser
internal import Testing

@testable import bench

@Suite("The help of bench")
struct HelpTests {
  private static let commands = Bench.configuration.subcommands

  @Test("the help of bench is as recorded")
  func root() throws {
    try expectGolden(Bench.helpMessage(columns: 80), "help-bench.txt")
  }

  @Test("the help of every subcommand is as recorded", arguments: commands.indices)
  func subcommand(index: Int) throws {
    let command = Self.commands[index]
    let name = try #require(command.configuration.commandName)
    try expectGolden(Bench.helpMessage(for: command, columns: 80), "help-bench-\(name).txt")
  }
}
