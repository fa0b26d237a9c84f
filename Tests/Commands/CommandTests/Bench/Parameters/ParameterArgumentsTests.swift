internal import ArgumentParser
internal import BenchmarkSuites
internal import CommandText
internal import Foundation
internal import Reporting
internal import Testing

@testable import bench

@Suite("Parameters on a command line")
struct ParameterArgumentsTests {
  private func divide(
    _ words: String
  ) throws(UsageError) -> (rest: String, parameters: [ParameterValues]) {
    let divided = try ParameterArguments.divide(words.split(separator: " ").map(String.init))
    return (divided.rest.joined(separator: " "), divided.parameters.parameters)
  }

  private func parseFailure(_ words: String) -> String? {
    let error = #expect(throws: UsageError.self) { try divide(words) }
    return error?.description
  }

  @Test("both forms of an option are a parameter; what is repeated are further values, each once")
  func forms() throws {
    let (rest, parameters) = try divide(
      "run --codec zstd HEAD --level=3 --codec=gzip --only a --codec zstd")
    #expect(rest == "run HEAD --only a")
    #expect(
      parameters == [
        ParameterValues("codec", ["zstd", "gzip"]), ParameterValues("level", ["3"]),
      ])
  }

  @Test("values may be negative numbers, hold signs, be empty, or look like words of the command")
  func values() throws {
    let (rest, parameters) = try divide("compare a --level -3 --codec=x=y --note= --kind compare")
    #expect(rest == "compare a")
    #expect(
      parameters == [
        ParameterValues("level", ["-3"]), ParameterValues("codec", ["x=y"]),
        ParameterValues("note", [""]), ParameterValues("kind", ["compare"]),
      ])
  }

  @Test("the command's own options and flags stay with it, with their values")
  func own() throws {
    let line = "run --suite x.toml --in-place --time=3 --format json --quiet --help --no-record"
    let (rest, parameters) = try divide(line)
    #expect(rest == line && parameters.isEmpty)
    // The value of an option is one, also where it looks like an option.
    let odd = try divide("run --only --codec zstd")
    #expect(odd.rest == "run --only --codec zstd" && odd.parameters.isEmpty)
    // What is an option of one command may be a parameter of another.
    #expect(try divide("list --launches 3").parameters == [ParameterValues("launches", ["3"])])
  }

  @Test("what follows '--' is left as it is")
  func terminator() throws {
    let (rest, parameters) = try divide("compare --codec zstd -- old --level 3 -- new --level 4")
    #expect(rest == "compare -- old --level 3 -- new --level 4")
    #expect(parameters == [ParameterValues("codec", ["zstd"])])
    #expect(
      parseFailure("compare --codec -- old")?.hasPrefix("Unknown option '--codec'.") == true,
      "the terminator is no value")
  }

  @Test("what cannot be the name of a parameter is left to the command, which refuses it")
  func noNames() throws {
    for line in ["run --Codec zstd", "run --1x 2", "run --größe 5", "run -k zstd", "run --=5"] {
      let (rest, parameters) = try divide(line)
      #expect(rest == line && parameters.isEmpty)
    }
  }

  @Test("commands without parameters, and no command at all, are left as they are")
  func otherCommands() throws {
    for line in ["history --runz 3", "check --explian 5", "env --format json", "--version", ""] {
      let (rest, parameters) = try divide(line)
      #expect(rest == line && parameters.isEmpty)
    }
  }

  @Test("a parameter without a value is refused, with the option that may have been meant")
  func missingValue() {
    #expect(
      parseFailure("run --quiett")
        == "Unknown option '--quiett'. Did you mean '--quiet'? A parameter of the suite takes a value: "
        + "--quiett VALUE.")
    #expect(
      parseFailure("nightly --kernel --size 1MP")
        == "Unknown option '--kernel'. A parameter of the suite takes a value: --kernel VALUE.")
  }

  @Test("a selection knows the options, to suggest one for a parameter that there is not")
  func options() throws {
    let divided = try ParameterArguments.divide(["list", "--codec", "zstd"])
    #expect(
      divided.parameters.options == [
        "cache", "format", "in-place", "only", "quiet", "suite",
      ])
  }

  // MARK: What the commands declare

  /// What `--experimental-dump-help` says of a command's arguments.
  private struct ToolInfo: Decodable {
    struct Command: Decodable {
      let commandName: String
      let arguments: [Argument]?
      let subcommands: [Command]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let kind: String
      let names: [Name]?
    }
    let command: Command
  }

  private static func declared(_ command: String) throws -> (
    values: Set<String>, flags: Set<String>
  ) {
    // "referee start" is a command of a command.
    let words = command.split(separator: " ").map(String.init)
    let outcome = try BuiltCommand("bench").run(words + ["--experimental-dump-help"])
    let info = try JSONDecoder().decode(ToolInfo.self, from: Data(outcome.output.utf8))
    // Depending on its version the parser dumps the command or the whole tool.
    var found: ToolInfo.Command? = info.command
    for word in words where found?.commandName != words.last {
      found = found?.subcommands?.first { $0.commandName == word } ?? found
    }
    let arguments = try #require(found?.arguments, "\(outcome)")
    func names(_ kind: String) -> Set<String> {
      Set(
        arguments.filter { $0.kind == kind }
          .flatMap { ($0.names ?? []).filter { $0.kind == "long" }.map(\.name) })
    }
    return (names("option"), names("flag").subtracting(["help", "version"]))
  }

  @Test(
    "what is known of a command's options is what it declares",
    arguments: ParameterArguments.known.keys.sorted())
  func known(command: String) throws {
    let declared = try Self.declared(command)
    let known = try #require(ParameterArguments.known[command])
    #expect(known.values == declared.values, "options that take a value")
    #expect(known.flags == declared.flags, "flags")
    #expect(declared.values.contains("suite"))
  }

  @Test("every command that takes a suite takes its parameters")
  func complete() throws {
    let names = Bench.configuration.subcommands.compactMap { $0.configuration.commandName }
    for name in names where ParameterArguments.known[name] == nil {
      #expect(try !Self.declared(name).values.contains("suite"), "\(name)")
    }
  }
}
