internal import CommandText
internal import Testing

@Suite("The first word of a command line")
struct UnknownCommandTests {
  @Test("a first word that is no command is answered with the nearest one")
  func commands() {
    let commands = ["run", "history", "secret"]
    func parseFailure(_ arguments: [String]) -> String? {
      unknownCommand(in: arguments, commands: commands, shown: ["run", "history"])
    }
    #expect(
      parseFailure(["histroy", "x"])
        == "Unknown command 'histroy'. Did you mean 'history'? Choose from: run, history.")
    for arguments in [[], ["run", "x"], ["secret"], ["help"], ["--help"], ["-h"]] {
      #expect(parseFailure(arguments) == nil)
    }
  }
}
