internal import ArgumentParser
internal import CommandTestSupport
internal import Foundation
internal import Pixels
internal import Testing

@testable import ShowHideCommand

@Suite("The showhide command line")
struct CommandLineTests {
  private static let commands: [(any ParsableCommand.Type, String)] = [
    (ShowCommand.self, "show"), (HideCommand.self, "hide"), (BothCommand.self, "both"),
    (PaletteCommand.self, "palette"), (SunflowerCommand.self, "sunflower"),
    (FilterCommand.self, "filter"), (IndexCommand.self, "index"), (FindCommand.self, "find"),
    (NameCommand.self, "name"), (ThemeCommand.self, "theme"), (FormatsCommand.self, "formats"),
    (ServeCommand.self, "serve"),
  ]

  @Test("help texts are as recorded, each with examples")
  func help() throws {
    let root = ShowHideTool.helpMessage(columns: 80)
    #expect(try recorded(root, "help-showhide.txt") == root)
    #expect(helpFaults(root) == [])
    for (command, name) in Self.commands {
      let text = ShowHideTool.helpMessage(for: command, columns: 80)
      #expect(try recorded(text, "help-showhide-\(name).txt") == text)
      #expect(helpFaults(text) == [])
      #expect(text.contains("EXAMPLES"))
    }
  }

  @Test(
    "a wrong command line is answered with what is right, and exit 64",
    arguments: [
      (["show", "a.png"], "Missing expected argument '--output"),
      (["show", "-o", "b.png"], "Name pictures, folders or patterns, or a list"),
      (["show", "a.png", "-o", "b.png", "--color", "teel"], "Did you mean 'teal'?"),
      (["show", "a.png", "-o", "b.png", "--color", "hue:400"], "Write hue:0 to hue:360"),
      (["hide", "a.png", "-o", "b.png", "--tolerance", "181"], "0 to 180 degrees here, not 181"),
      (
        ["both", "a.png", "-o", "b.png", "--color", "red", "--feather", "101"],
        "--feather takes 0 to 100 percent here, not 101"
      ),
      (["show", "a.png", "-o", "b.jpg", "--quality", "0"], "--quality takes 1 to 100, not 0"),
      (["show", "a.png", "-o", "b.jpg", "--background", "auto"], "'auto' is not a background"),
      (["show", "a.png", "-o", "b.jpg", "--jobs", "0"], "--jobs takes 1 to 1024, not 0"),
      (["palette", "a.png", "--format", "jsno"], "Did you mean 'json'? Choose from: table, json"),
      (["palette", "a.png", "--method", "kmean"], "Did you mean 'kmeans'?"),
      (["palette", "a.png", "--count", "65"], "--count takes 1 to 64 or auto, not 65"),
      (
        ["palette", "a.png", "--count", "auto", "--method", "hue"],
        "--count auto takes --method distinct, not hue"
      ),
      (["palette", "a.png", "--within", "1.5"], "--within takes 0.1 to 1, not 1.5"),
      (["palette", "a.png", "--max-seconds", "0"], "--max-seconds takes a number above 0"),
      (["show", "a.png", "-o", "b.png", "--max-profile", "0"], "--max-profile takes 1 to"),
      (["sunflower", "a.png", "-o", "b.gif"], "End it in .svg or .png"),
      (["sunflower", "a.png", "-o", "b.svg", "--order", "nmae"], "Did you mean 'name'?"),
      (["sunflower", "a.png", "-o", "b.svg", "--size", "9"], "--size takes 16 to 8192"),
      (["filter", "a.png", "-o", "b.png", "--red", "200..100"], "'200..100' is neither"),
      (["filter", "a.png", "-o", "b.png", "--blue", "256"], "'256' is neither"),
      (["filter", "a.png", "-o", "b.png", "--outside", "gray"], "Did you mean 'grey'?"),
    ])
  func usage(arguments: [String], expected: String) {
    do {
      _ = try ShowHideTool.parseAsRoot(arguments)
      Issue.record("\(arguments) was taken")
    } catch {
      let text = ShowHideTool.fullMessage(for: error)
      #expect(text.contains(expected), "\(text)")
      #expect(ShowHideTool.exitCode(for: error).rawValue == 64)
    }
  }

  @Test("without the server beside it, serve says how to get one")
  func serverMissing() throws {
    // A copy stands alone, whatever was built beside the original. Another process makes it: a program that
    // this one has written may be open in children of other tests.
    let folder = try TemporaryFolder()
    let alone = folder.file("showhide")
    let copied = try BuiltCommand(at: "/bin/cp").run([
      try BuiltCommand("showhide").executable.path, alone,
    ])
    #expect(copied.exitCode == 0, "\(copied)")
    let outcome = try BuiltCommand(at: alone).run(["serve", "--port", "0"])
    #expect(outcome.exitCode == 69 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("make serve"))
  }

  @Test("an unknown command is answered with the nearest one")
  func unknownCommand() {
    #expect(
      ShowHideTool.unknownCommand(in: ["sho", "a.png"])
        == "Unknown command 'sho'. Did you mean 'show'? Choose from: show, hide, both, palette, "
        + "sunflower, filter, index, find, name, theme, formats, serve.")
    for arguments in [[], ["show"], ["help"], ["--help"], ["-h"], ["palette", "x"]] {
      #expect(ShowHideTool.unknownCommand(in: arguments) == nil)
    }
  }

  @Test("colours can be named in four ways")
  func colors() throws {
    #expect(try ColorChoice("AUTO") == .automatic)
    #expect(try ColorChoice("Accent") == .accent)
    #expect(try ColorChoice("brand") == .brand)
    #expect(try ColorChoice("hue:360") == .hue(0))
    #expect(
      try ColorChoice("Teal") == .color(.init(red: 0, green: 128, blue: 128), name: "Teal"))
    #expect(
      try ColorChoice("#4A7F01") == .color(.init(red: 74, green: 127, blue: 1), name: "#4A7F01"))
  }
}
