internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Files
package import Reporting
internal import TOML

/// A file that describes the benchmarks of a repository.
package struct SuiteFile: Equatable, Sendable {
  package static let name = "bench.toml"

  /// Where a folder may have one.
  private static let places = [name, "Benchmarks/\(name)", "benchmarks/\(name)"]

  /// The absolute path of the file.
  package let path: String
  /// What it describes.
  package let suite: BenchmarkSuite

  /// The folder that its paths are relative to.
  package var folder: String { PathParts(path).folder }

  /// The suite file of a folder: in it or in its folder `Benchmarks`, or in a folder above it, up to
  /// the top of the checkout.
  ///
  /// - Parameter folder: an absolute path.
  /// - Returns: the path of the file; `nil` when there is none.
  package static func find(from folder: String) -> String? {
    for candidate in PathParts(PathParts.join(folder, "")).enclosingFolders {
      for place in places {
        let path = PathParts.join(candidate, place)
        if FileKind(path: path) == .regular { return path }
      }
      if FileKind(path: PathParts.join(candidate, ".git")) != .absent { return nil }
    }
    return nil
  }

  /// Reads a suite file.
  ///
  /// - Parameter path: the file.
  /// - Throws: ``HarnessFailure`` that names the line and what is right.
  package init(at path: String) throws(HarnessFailure) {
    let absolute = path.hasPrefix("/") ? path : PathParts.join(workingFolder() ?? "/", path)
    let bytes = try readInput(at: absolute, limit: TOMLDocument.maximumLength)
    let table: TOMLTable
    do throws(TOMLError) {
      table = try TOMLDocument.read(bytes)
    } catch {
      throw HarnessFailure(message: "\(path), \(error).", status: .damagedInput)
    }
    self.path = absolute
    suite = try Self.suite(
      SuiteSection(table: table, header: nil, file: path),
      folderName: PathParts(PathParts(absolute).folder).name)
  }

  /// The most benchmarks that a file may list.
  private static let mostCommands = 1000

  private static func suite(
    _ top: SuiteSection, folderName: String
  ) throws(HarnessFailure) -> BenchmarkSuite {
    try top.allow([
      "name", "main", "margin", "gate", "layouts", "layout-allowance", "timeout", "reads-no-files",
      "environment", "files", "launches", "seconds", "time",
      "build", "worker", "adapter", "command",
    ])
    var suite = BenchmarkSuite(
      name: try top.text("name") ?? folderName, main: try top.text("main"),
      margin: try top.percentage("margin"), layoutAllowance: try allowance(top),
      layouts: try layouts(top), timeout: try top.seconds("timeout", upTo: 86_400) ?? 60,
      readsNoFiles: try top.flag("reads-no-files"),
      environment: try top.variables("environment"), sources: [])
    suite.gate = try gate(top, margin: suite.margin)
    suite.files = try top.paths("files")
    suite.launches = try top.count("launches", 1...1000)
    suite.seconds = try top.seconds("seconds", upTo: 86_400)
    suite.comparisonSeconds = try top.seconds("time", upTo: 86_400)
    if let section = try section("build", of: top) {
      try section.allow(["commands"])
      suite.build = try section.commands("commands")
    }
    var sources: [BenchmarkSuite.Source] = []
    if let section = try section("worker", of: top) { sources.append(try worker(section)) }
    for section in try adapterSections(of: top) { sources.append(try adapter(section)) }
    for section in try sections("command", of: top) { sources.append(try command(section)) }
    guard !sources.isEmpty else {
      throw top.failure(
        1, "There are no benchmarks: the file needs a [worker], an [adapter] or a [[command]].")
    }
    suite.sources = sources
    return suite
  }

  /// The slowdown that must not pass, which is above the margin.
  private static func gate(
    _ top: SuiteSection, margin: Percentage?
  ) throws(HarnessFailure) -> Percentage? {
    guard let text = try top.text("gate") else { return nil }
    do throws(InvalidRequest) {
      let gate = try GateChoice.limit(parsing: text)
      try GateChoice.check(gate, against: margin)
      return gate
    } catch {
      throw top.wrong("gate", "is wrong: \(error.description.dropLast())")
    }
  }

  /// A percentage that may be 0.
  private static func allowance(_ top: SuiteSection) throws(HarnessFailure) -> Double? {
    let key = "layout-allowance"
    if let text = try top.text(key), text.allSatisfy({ "0.% ".contains($0) }) { return 0 }
    return try top.percentage(key)?.logRatio
  }

  private static func layouts(
    _ top: SuiteSection
  ) throws(HarnessFailure) -> BenchmarkSuite.Layouts {
    guard let text = try top.text("layouts") else { return .relink }
    guard let layouts = BenchmarkSuite.Layouts(rawValue: text) else {
      let choices = BenchmarkSuite.Layouts.allCases.map(\.rawValue)
      throw top.wrong(
        "layouts", "is wrong. " + unknownChoice(text, kind: "choice", choices: choices))
    }
    return layouts
  }

  private static func section(
    _ name: String, of top: SuiteSection
  ) throws(HarnessFailure) -> SuiteSection? {
    guard let value = top.table[name] else { return nil }
    guard case .table(let table) = value else {
      throw top.wrong(name, "is a table with one header, [\(name)], not \(value.kind)")
    }
    return SuiteSection(table: table, header: "[\(name)]", file: top.file)
  }

  /// One program of a framework in single brackets, or some in double ones.
  private static func adapterSections(
    of top: SuiteSection
  ) throws(HarnessFailure) -> [SuiteSection] {
    if case .tables? = top.table["adapter"] { return try sections("adapter", of: top) }
    return try section("adapter", of: top).map { [$0] } ?? []
  }

  private static func sections(
    _ name: String, of top: SuiteSection
  ) throws(HarnessFailure) -> [SuiteSection] {
    guard let value = top.table[name] else { return [] }
    guard case .tables(let tables) = value else {
      throw top.wrong(name, "takes headers in double brackets, [[\(name)]]")
    }
    guard tables.count <= mostCommands else {
      throw top.wrong(name, "is there \(tables.count) times; at most \(mostCommands)")
    }
    return tables.map { SuiteSection(table: $0, header: "[[\(name)]]", file: top.file) }
  }

  private static func worker(
    _ section: SuiteSection
  ) throws(HarnessFailure) -> BenchmarkSuite.Source {
    try section.allow(["command", "clock"])
    return .worker(try required(section), try section.clock() ?? .cpu)
  }

  private static func adapter(
    _ section: SuiteSection
  ) throws(HarnessFailure) -> BenchmarkSuite.Source {
    try section.allow(["framework", "command", "clock", "sample-seconds"])
    let names = BenchmarkFramework.allCases.map(\.rawValue)
    guard let name = try section.text("framework") else {
      throw section.failure(
        section.table.line,
        "[adapter] needs a framework. Choose from: \(names.joined(separator: ", ")).")
    }
    guard let framework = BenchmarkFramework(rawValue: name) else {
      throw section.wrong(
        "framework", "is wrong. " + unknownChoice(name, kind: "framework", choices: names))
    }
    return .adapter(
      BenchmarkSuite.AdaptedProgram(
        framework: framework, command: try required(section),
        sampleSeconds: try section.seconds("sample-seconds", upTo: 600) ?? 0.05,
        clock: try section.clock()))
  }

  private static func command(
    _ section: SuiteSection
  ) throws(HarnessFailure) -> BenchmarkSuite.Source {
    try section.allow([
      "name", "command", "setup", "prepare", "cleanup", "warmup", "ignore-failure", "parameters",
      "references", "clock",
    ])
    let command = try required(section)
    return .command(
      BenchmarkSuite.CommandBenchmark(
        name: try section.text("name") ?? command.text, command: command,
        setUp: try section.command("setup"), prepare: try section.command("prepare"),
        cleanUp: try section.command("cleanup"),
        warmUp: try section.count("warmup", 1...1000) ?? 1,
        ignoresFailures: try section.flag("ignore-failure"),
        parameters: try parameters(section), references: try section.texts("references"),
        clock: try section.clock() ?? .wall,
        fitsClock: try section.text("clock") == nil))
  }

  private static func required(_ section: SuiteSection) throws(HarnessFailure) -> SuiteCommand {
    guard let command = try section.command("command") else {
      throw section.failure(
        section.table.line, "\(section.header ?? "") needs a command.")
    }
    return command
  }

  private static func parameters(
    _ section: SuiteSection
  ) throws(HarnessFailure) -> [BenchmarkSuite.CommandBenchmark.Parameter] {
    guard let value = section.table["parameters"] else { return [] }
    guard case .table(let table) = value else {
      throw section.wrong("parameters", "takes a table, as in { size = [10, 1000] }")
    }
    var parameters: [BenchmarkSuite.CommandBenchmark.Parameter] = []
    var choices = 1
    for entry in table.entries {
      guard case .array(let values) = entry.value, !values.isEmpty else {
        throw section.failure(
          entry.line, "The parameter '\(entry.key)' takes an array of values, as in [10, 1000].")
      }
      let texts = values.compactMap(SuiteSection.plain)
      guard texts.count == values.count else {
        throw section.failure(
          entry.line, "The values of the parameter '\(entry.key)' are texts or numbers.")
      }
      choices *= texts.count
      guard choices <= mostCommands else {
        throw section.failure(
          entry.line, "The parameters have more than \(mostCommands) combinations.")
      }
      parameters.append(.init(name: entry.key, values: texts))
    }
    return parameters
  }
}
