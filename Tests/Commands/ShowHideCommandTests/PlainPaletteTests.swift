internal import ArgumentParser
internal import Testing

@testable import ShowHideCommand

@Suite("Palettes of inputs alone")
struct PlainPaletteTests {
  @Test(
    "what is made without the parser is what the parser makes",
    arguments: [["a.png"], ["b.jpg", "folder/", "*.png"]])
  func equalsParsed(_ inputs: [String]) throws {
    let plain = try PaletteCommand.plain(inputs)
    let parsed = try #require(try PaletteCommand.parseAsRoot(inputs) as? PaletteCommand)
    #expect(Self.values(of: plain).count > 30)
    #expect(Self.values(of: plain) == Self.values(of: parsed))
  }

  @Test("what the parser refuses is refused, and options go to the parser")
  func others() throws {
    #expect(throws: (any Error).self) { try PaletteCommand.plain([]) }
    #expect(throws: (any Error).self) { try ShowHideTool.parsed(["palette"]) }
    #expect(throws: (any Error).self) { try ShowHideTool.parsed(["palette", "a.png", "--nmes"]) }
    let named = try #require(
      try ShowHideTool.parsed(["palette", "a.png", "--names"]) as? PaletteCommand)
    #expect(named.names)
    let plain = try #require(try ShowHideTool.parsed(["palette", "a.png"]) as? PaletteCommand)
    #expect(plain.inputs == ["a.png"] && !plain.names)
  }

  /// The name and the value of each argument, those of groups too.
  private static func values(of arguments: Any) -> [String] {
    Mirror(reflecting: arguments).children.flatMap { name, wrapper -> [String] in
      let state = Mirror(reflecting: wrapper).children.first { $0.label == "_parsedValue" }
      guard let state, let value = Mirror(reflecting: state.value).children.first else { return [] }
      #expect(value.label == "value", "\(name ?? "") has no value")
      return value.value is any ParsableArguments
        ? values(of: value.value) : ["\(name ?? "") = \(value.value)"]
    }
  }
}
