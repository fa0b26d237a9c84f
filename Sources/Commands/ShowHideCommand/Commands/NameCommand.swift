internal import ArgumentParser
internal import ColorNames
internal import CommandText
internal import OrderedJSON
internal import Pixels
internal import Reporting

/// `showhide name`: what colours are called.
struct NameCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "name", _superCommandName: "showhide",
    abstract: "Name colours, and say which text can be read on them.",
    discussion: """
      For each colour the nearest name of CSS and of the xkcd colour survey, with the difference \
      CIEDE2000 (ΔE00) that remains: 0 is the same colour, about 1 is just visible side by side. \
      The text colour is black or white, whichever has more contrast (WCAG 2.2; 4.5 suffices for \
      body text).

      EXAMPLES
        showhide name '#c83c14'
        showhide name teal 'dusty rose' --format json
      """)

  @Argument(
    help: ArgumentHelp("Hex colours, or names of CSS or of the survey.", valueName: "colors"))
  var colors: [String]

  @Option(
    help: ArgumentHelp("table or json.", valueName: "format"), completion: .list(["table", "json"]))
  var format: String = "table"

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let colors: [RGB8]
    let isJSON: Bool
  }

  func makePlan() throws(UsageError) -> Plan {
    let formats = ["table", "json"]
    guard formats.contains(format.lowercased()) else {
      throw UsageError(unknownChoice(format, kind: "format", choices: formats))
    }
    var known: [RGB8] = []
    for color in colors { known.append(try colorArgument(color)) }
    return Plan(colors: known, isJSON: format.lowercased() == "json")
  }

  func run() {
    let plan = plan()
    let names = plan.colors.map(ColorDescription.init)
    StandardOutput.write(plan.isJSON ? Self.json(names) : Self.table(names))
  }

  private static func table(_ names: [ColorDescription]) -> String {
    let terminal = Terminal(descriptor: 1)
    var table = TextTable(columns: [
      .init("colour", .left), .init("CSS", .left), .init("ΔE00"), .init("xkcd", .left),
      .init("ΔE00"), .init("text", .left), .init("contrast"),
    ])
    for name in names {
      let block = terminal.swatch(
        red: name.color.red, green: name.color.green, blue: name.color.blue, columns: 8)
      table.append([
        TextTable.Cell(
          name.color.description, prefix: block.map { $0 + " " } ?? "",
          prefixWidth: block == nil ? 0 : 9),
        TextTable.Cell(name.css.named.name),
        TextTable.Cell(Decimals.fixed(name.css.distance, places: 1)),
        TextTable.Cell(name.xkcd.named.name),
        TextTable.Cell(Decimals.fixed(name.xkcd.distance, places: 1)),
        TextTable.Cell(name.textName), TextTable.Cell(name.contrast),
      ])
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  private static func json(_ names: [ColorDescription]) -> String {
    let colors = names.map { name in
      JSONValue.object([.init("color", .string(name.color.description))] + name.fields)
    }
    return JSONValue.object([.init("schema", .integer(1)), .init("colors", .array(colors))]).line
      + "\n"
  }
}
