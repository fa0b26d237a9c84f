internal import ArgumentParser
internal import CommandText
internal import ImageCodecs
internal import OrderedJSON
internal import Reporting

/// `showhide formats`: which files this machine reads and writes.
struct FormatsCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", _superCommandName: "showhide",
    abstract: "List the formats that this machine reads and writes.",
    discussion: """
      PNG, JPEG, GIF and BMP are always read. The other formats take libraries of the system, which are \
      opened when they are needed; for one that is missing the package of Debian and Ubuntu that \
      brings it is named. A version with known holes is refused.

      EXAMPLES
        showhide formats
        showhide formats --format json
      """)

  @Option(
    help: ArgumentHelp("table or json.", valueName: "format"), completion: .list(["table", "json"]))
  var format: String = "table"

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let isJSON: Bool
  }

  func makePlan() throws(UsageError) -> Plan {
    let formats = ["table", "json"]
    guard formats.contains(format.lowercased()) else {
      throw UsageError(unknownChoice(format, kind: "format", choices: formats))
    }
    return Plan(isJSON: format.lowercased() == "json")
  }

  func run() {
    StandardOutput.write(plan().isJSON ? Self.json : Self.table)
  }

  private static var table: String {
    var table = TextTable(columns: [
      .init("format", .left), .init("endings", .left), .init("reads", .left),
      .init("writes", .left), .init("library", .left), .init("to do", .left),
    ])
    for format in ImageFormat.all {
      let (lack, writes) = (
        format.missingLibrary, format.isWritable && format.missingToWrite == nil
      )
      table.append(
        [
          format.name, format.fileExtensions.map { ".\($0)" }.joined(separator: " "),
          lack == nil ? "yes" : "no", writes ? "yes" : "no", words(format.library),
          (lack ?? (format.isWritable ? format.missingToWrite : nil))?.description ?? "",
        ].map { TextTable.Cell($0) })
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  private static func words(_ library: CodecLibrary?) -> String {
    guard let library else { return "built in" }
    return switch library.state {
    case .ready(let version), .refused(let version): "\(library.name) \(version)"
    case .missing: library.name
    }
  }

  private static var json: String {
    let formats = ImageFormat.all.map { format in
      let (lack, library) = (format.missingLibrary, format.library)
      let problem = lack ?? (format.isWritable ? format.missingToWrite : nil)
      return JSONValue.object([
        .init("format", .string(format.name)),
        .init("endings", .array(format.fileExtensions.map { .string($0) })),
        .init("reads", .bool(lack == nil)),
        .init("writes", .bool(format.missingToWrite == nil && format.isWritable)),
        .init("library", .optional(library) { .string($0.name) }),
        .init("version", .optional(library?.version) { .string($0) }),
        .init("package", .optional(problem?.package ?? library?.package) { .string($0) }),
        .init("problem", .optional(problem?.description) { .string($0) }),
      ])
    }
    return JSONValue.object([.init("schema", .integer(1)), .init("formats", .array(formats))]).line
      + "\n"
  }
}

extension CodecLibrary {
  /// The version that is installed; `nil` for none.
  fileprivate var version: String? {
    switch state {
    case .ready(let version), .refused(let version): version
    case .missing: nil
    }
  }
}
