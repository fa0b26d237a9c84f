internal import ArgumentParser
internal import CommandTestSupport
internal import Testing

@testable import bench

@Suite("The help of bench")
struct HelpTests {
  private static let commands = Bench.configuration.subcommands

  @Test("the help of bench is as recorded, where there is no suite file")
  func root() throws {
    let folder = try TemporaryFolder()
    let help = try BuiltCommand("bench").run(
      ["--help"], in: folder.path, environment: ["COLUMNS": "80"])
    #expect(helpFaults(help.output) == [])
    try expectGolden(help.output, "help-bench.txt")
  }

  @Test("in a repository with a suite file it speaks of its benchmarks, in as many groups")
  func suite() throws {
    let configuration = Bench.configuration(suite: "/home/ada/parser/bench.toml")
    try expectGolden(
      "\(configuration.abstract)\n\n\(configuration.discussion)\n", "help-bench-in-suite.txt")
    #expect(!configuration.discussion.contains("kernel"))
    #expect(
      configuration.groupedSubcommands.map(\.name)
        == ["Any repository", "History", "A fleet", "Trust"])
  }

  @Test("the help of every subcommand is as recorded", arguments: commands.indices)
  func subcommand(index: Int) throws {
    let command = Self.commands[index]
    let name = try #require(command.configuration.commandName)
    try expectGolden(Bench.helpMessage(for: command, columns: 80), "help-bench-\(name).txt")
  }

  @Test(
    "no example or exit code wraps at 80 columns, and all fits a screen before the options",
    arguments: commands.indices)
  func screen(index: Int) {
    #expect(helpFaults(Bench.helpMessage(for: Self.commands[index], columns: 80)) == [])
    #expect(helpFaults(Bench.helpMessage(columns: 80)) == [])
  }
}
