internal import ArgumentParser
internal import CommandTestSupport
internal import Testing

@testable import kernels

@Suite("The help of kernels")
struct HelpTests {
  private static let commands = Kernels.configuration.subcommands

  @Test("the help of kernels is as recorded")
  func root() throws {
    try expectGolden(Kernels.helpMessage(columns: 80), "help-kernels.txt")
    #expect(helpFaults(Kernels.helpMessage(columns: 80)) == [])
  }

  @Test("the help of every subcommand is as recorded", arguments: commands.indices)
  func subcommand(index: Int) throws {
    let command = Self.commands[index]
    let name = try #require(command.configuration.commandName)
    let help = Kernels.helpMessage(for: command, columns: 80)
    try expectGolden(help, "help-kernels-\(name).txt")
    #expect(helpFaults(help) == [])
  }

  @Test("completions can be had for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    #expect(
      Kernels.completionScript(for: CompletionShell(rawValue: shell) ?? .bash).contains("kernels"))
  }
}
