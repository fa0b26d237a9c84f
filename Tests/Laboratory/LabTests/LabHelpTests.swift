internal import ArgumentParser
internal import CommandTestSupport
internal import Testing

@testable import lab

@Suite("The help of lab")
struct LabHelpTests {
  private static let commands = Lab.configuration.subcommands.filter {
    $0.configuration.shouldDisplay
  }

  @Test("the help of lab is as recorded")
  func root() throws {
    try expectGolden(Lab.helpMessage(columns: 80), "help-lab.txt")
    #expect(helpFaults(Lab.helpMessage(columns: 80)) == [])
  }

  @Test("the help of every subcommand is as recorded", arguments: commands.indices)
  func subcommand(index: Int) throws {
    let command = Self.commands[index]
    let name = try #require(command.configuration.commandName)
    let help = Lab.helpMessage(for: command, columns: 80)
    try expectGolden(help, "help-lab-\(name).txt")
    #expect(helpFaults(help) == [])
  }
}
