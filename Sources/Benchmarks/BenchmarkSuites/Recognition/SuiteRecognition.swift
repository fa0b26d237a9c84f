internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import OrderedJSON
package import Reporting

/// Finds out how a repository is built and what there is to measure.
package struct SuiteRecognition {
  let folder: String

  /// Whether benchmarks that are there are left out of account.
  let ignoresBenchmarks: Bool

  /// Looks at a folder.
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - ignoresBenchmarks: whether benchmarks that are there are left out of account, as where they do not run.
  package init(of folder: String, ignoringBenchmarks ignoresBenchmarks: Bool = false) {
    self.folder = folder
    self.ignoresBenchmarks = ignoresBenchmarks
  }

  var search: BenchmarkSearch {
    BenchmarkSearch(folder: folder, findsNone: ignoresBenchmarks)
  }

  var name: String { PathParts(folder).name }

  /// A suite for the folder.
  ///
  /// - Parameter command: the words of a command that was asked for; empty to look for programs.
  /// - Returns: the suite; without benchmarks where only a build shows what programs there are.
  /// - Throws: ``HarnessFailure`` when nothing is recognised.
  package func template(command: [String]) throws(HarnessFailure) -> SuiteTemplate {
    let asked = command.isEmpty ? nil : SuiteTemplate.command(command)
    if has("Package.swift"), let package = try swiftPackage(asked) { return package }
    if has("Cargo.toml") { return try cargoPackage(asked) }
    if nativeBuild == .cmake { return built(.cmake, asked) }
    let wantsBenchmarks = asked == nil && !ignoresBenchmarks
    if asked == nil, let project = javaBenchmarks() ?? juliaPackage() { return project }
    // Python packages often have a Makefile for their chores.
    if wantsBenchmarks, usesPytestBenchmark { return pytestSuite }
    if wantsBenchmarks, let suite = asvSuite() { return suite }
    let isPython = ["pyproject.toml", "setup.py", "setup.cfg"].contains(where: has)
    if asked == nil, isPython, let suite = markedTests() { return suite }
    if isPython, !pythonPackages.isEmpty { return try python(asked) }
    if has("go.mod") {
      let module = goModule(asked)
      guard !module.benchmarks.isEmpty else {
        throw nothing("The Go module has no function BenchmarkX in a test.")
      }
      return module
    }
    // A Makefile of a Node package holds its chores too.
    if asked == nil, has("package.json"), let scripts = nodeScripts() {
      return try node(scripts)
    }
    // So does that of a package which has nothing to compile.
    let isNative = CLibrarySearch(folder: folder).hasSources
    if asked == nil, has("package.json"), !isNative, let package = try? node(nil) {
      return package
    }
    // Packages of Ruby often have a Makefile or extensions in C for their chores.
    if asked == nil, let suite = rubyPackage() ?? phpPackage() ?? javaClasses() { return suite }
    if nativeBuild == .dune { return try duneProject(asked) }
    if let package = try cabalPackage(asked) { return package }
    if let build = nativeBuild { return built(build, asked) }
    if isPython { return try python(asked) }
    // One manifest with that name is that of a collection of sources in C.
    if has("package.json"), !isNative { return try node(asked) }
    if let asked {
      return SuiteTemplate(found: "a command", name: name, build: [], benchmarks: asked)
    }
    if let build = javaBuild {
      throw nothing(
        "The \(build) build has no JMH, no class that is named as a benchmark and none with a main method. JMH "
          + "measures a library in Java; so does a class whose main method does some seconds of its work."
      )
    }
    if let language = has("composer.json") ? "PHP" : isRuby ? "Ruby" : nil {
      throw nothing(
        "The package of \(language) has no script that is named as a benchmark, and nothing to load."
      )
    }
    if (names(inFolder: folder) ?? []).contains(where: { $0.hasSuffix(".go") }) {
      throw nothing(
        "There are sources of Go and no go.mod: `go mod init NAME` and `go mod tidy` make one.")
    }
    let hasSourcesHere = (names(inFolder: folder) ?? []).contains { name in
      [".c", ".h", ".cpp", ".hpp", ".cc"].contains(where: name.hasSuffix)
    }
    // Sources at the top are the project; builds of examples and tests lie below them.
    let deeper = hasSourcesHere ? [] : buildsBelow
    if isNative, deeper.isEmpty { return built(.sources, nil) }
    guard deeper.isEmpty else {
      throw .wrongUsage(
        "Nothing to build was recognised in '\(folder)', but in \(deeper.joined(separator: ", ")): "
          + "choose one of these folders by `bench init FOLDER`, or name a command to measure: "
          + "bench init -- COMMAND ARGUMENTS."
      )
    }
    throw .wrongUsage(
      "Nothing to build was recognised in '\(folder)': no sources in C, no Package.swift, Cargo.toml, "
        + "CMakeLists.txt, meson.build, configure, configure.ac, dune-project, build.zig, go.mod, makefile, pyproject.toml, setup.py, setup.cfg or package.json, no build "
        + "of Maven or Gradle, no package of Ruby, PHP, Julia or Haskell, no suite of asv, and no test that asks for "
        + "pytest-benchmark's fixture. "
        + "Name a command to measure: bench init -- COMMAND ARGUMENTS.")
  }

  /// Folders one or two levels below that have a build of their own, quoted; three at most.
  package var buildsBelow: [String] {
    func folders(in place: String) -> [String] {
      (names(inFolder: PathParts.join(folder, place)) ?? []).sorted().map {
        place.isEmpty ? $0 : "\(place)/\($0)"
      }.filter { FileKind(path: PathParts.join(folder, $0)) == .folder }
    }
    let top = folders(in: "")
    let builds = [
      "Package.swift", "Cargo.toml", "go.mod", "pyproject.toml", "package.json", "Gemfile",
      "composer.json", "pom.xml", "build.gradle",
    ]
    return (top + top.flatMap(folders)).filter { place in
      let inner = SuiteRecognition(of: PathParts.join(folder, place))
      return inner.nativeBuild != nil || builds.contains(where: inner.has)
    }.prefix(3).map { "'\($0)'" }
  }

  /// What is said of scripts that are left out because they repeat work until a time is over; empty
  /// where there are none.
  func leavingOutTimed(_ endings: [String], programs: [String] = []) -> String {
    let scripts =
      search.scriptsByClock(endings: endings)
      + BenchmarkSearch.benchmarks(among: programs).filter(search.programRepeatsByClock)
    guard !ignoresBenchmarks, !scripts.isEmpty else { return "" }
    return " (left out, because it repeats work until a time is over: "
      + scripts.map { "'\($0)'" }.joined(separator: ", ") + ")"
  }

  func has(_ name: String) -> Bool {
    FileKind(path: PathParts.join(folder, name)) == .regular
  }

  // MARK: Package managers

  /// - Returns: `nil` for a package that only wraps a project with a build of its own.
  private func swiftPackage(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate? {
    if nativeBuild != nil, !hasSwiftSources { return nil }
    let manifest = try json(
      ["swift", "package", "dump-package"], reading: "the package manifest")
    if nativeBuild != nil, !targetsHoldSwift(manifest) { return nil }
    let targets = manifest["targets"]?.elements ?? []
    let program = targets.first { $0["type"]?.string == "executable" }?["name"]?.string
    let worker = targets.first { Self.uses("BenchmarkWorker", $0) }?["name"]?.string
    if asked == nil, let worker {
      return SuiteTemplate(
        found: "a Swift package with a worker", name: manifest["name"]?.string ?? self.name,
        build: [Self.release(worker)],
        benchmarks: [
          "[worker]", "command = \(SuiteTemplate.array([".build/release/\(worker)"]))",
        ])
    }
    let adapted = targets.first { Self.uses("Benchmark", $0) }?["name"]?.string
    if asked == nil, let adapted {
      return SuiteTemplate(
        found: "a Swift package with package-benchmark",
        name: manifest["name"]?.string ?? self.name,
        build: [Self.release(adapted)],
        benchmarks: [
          "[adapter]", "framework = \"package-benchmark\"",
          "command = \(SuiteTemplate.array([".build/release/\(adapted)"]))",
        ])
    }
    let product = (manifest["products"]?.elements ?? []).first {
      $0["type"]?["executable"] != nil
    }?["name"]?.string
    if asked == nil, let draft = swiftWorker(manifest),
      product == nil && program == nil || !draft.examples.isEmpty
    {
      return SuiteTemplate(
        found: "a Swift package", name: manifest["name"]?.string ?? self.name, draft: draft)
    }
    guard asked != nil || product != nil || program != nil else {
      throw nothing("The Swift package has no executable to measure\(Self.libraryAdvice).")
    }
    let name = product ?? program
    return SuiteTemplate(
      found: "a Swift package", name: manifest["name"]?.string ?? self.name,
      build: [Self.release(name)],
      benchmarks: asked ?? start(".build/release/\(name ?? "")"))
  }

  /// The command that builds a product of a Swift package for measuring.
  private static func release(_ product: String?) -> String {
    SuiteTemplate.array(
      ["swift", "build", "-c", "release"] + (product.map { ["--product", $0] } ?? []))
  }

  /// Whether a target of a manifest is a program that imports a module.
  private static func uses(_ module: String, _ target: JSONValue) -> Bool {
    target["type"]?.string == "executable"
      && (target["dependencies"]?.elements ?? []).contains { dependency in
        ["byName", "target", "product"].contains {
          dependency[$0]?.elements?.first?.string == module
        }
      }
  }

  private func node(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate {
    let path = PathParts.join(folder, "package.json")
    guard let bytes = try? readFile(at: path, limit: 1 << 20),
      let manifest = try? JSONValue(parsing: bytes)
    else { throw nothing("'\(path)' is not JSON.") }
    let named = ["main", "module", "exports"].compactMap { manifest[$0]?.string }
    let main = named.first(where: has) ?? named.first ?? "index.js"
    // Benchmarks of a package often use its sources, and not what a build makes of them.
    let scripts = ["build", "prepare"].filter { manifest["scripts"]?[$0] != nil }
    let isBuilt = !has(main) && !scripts.isEmpty && (asked == nil || nodeScriptsUse(main))
    guard asked != nil || has(main) || isBuilt else {
      throw nothing(
        "'\(main)' does not exist, so nothing can be imported, and there is no bench.js or benchmark.js "
          + "at the top or in a folder for benchmarks.")
    }
    let installation = nodeInstallation(manifest)
    // An installation runs the script `prepare` itself.
    let script = isBuilt ? scripts.first { $0 == "build" || installation.isEmpty } : nil
    let build = installation + (script.map { [["npm", "run", $0]] } ?? [])
    // Without a build, what the package needs for its own development is not needed.
    let isPlain =
      !isBuilt
      && (manifest["dependencies"]?.fields?.isEmpty != false
        || search.loadsOnlyLocalFiles(main))
      && (asked == nil || asked == nodeScripts() && nodeScriptsAreLocal)
    if asked == nil, let draft = nodeWorker(manifest, main: main, build: isPlain ? [] : build) {
      return SuiteTemplate(
        found: "a Node package\(leavingOutTimed([".js", ".mjs", ".cjs"]))",
        name: manifest["name"]?.string ?? name, draft: draft)
    }
    return SuiteTemplate(
      found: "a Node package", name: manifest["name"]?.string ?? name,
      build: (isPlain && asked != nil ? [] : build).map(SuiteTemplate.array),
      benchmarks: asked
        ?? SuiteTemplate.command(
          ["node", "-e", "import('./' + process.argv[1])", main],
          name: "placeholder: import \(main)"))
  }

  /// What gives a checkout the packages that a Node package needs: a checkout has none.
  private func nodeInstallation(_ manifest: JSONValue) -> [[String]] {
    let needs = ["dependencies", "devDependencies"].contains {
      manifest[$0]?.fields?.isEmpty == false
    }
    guard needs else { return [] }
    if has("pnpm-lock.yaml") { return [["pnpm", "install", "--frozen-lockfile"]] }
    if has("yarn.lock") { return [["yarn", "install", "--frozen-lockfile"]] }
    let isLocked = has("package-lock.json") || has("npm-shrinkwrap.json")
    return [["npm", isLocked ? "ci" : "install"]]
  }

  // MARK: Programs that only a build shows

  private func built(_ build: NativeBuild, _ asked: [String]?) -> SuiteTemplate {
    SuiteTemplate(
      found: has("Package.swift")
        ? "\(build.rawValue), whose Package.swift holds no Swift and is not used" : build.rawValue,
      name: name, build: build.commands.map(SuiteTemplate.step),
      benchmarks: asked ?? [])
  }

  func start(_ program: String) -> [String] { start([program]) }

  func start(_ words: [String]) -> [String] {
    ["# A PLACEHOLDER, the start of the program: replace it by work that matters."]
      + SuiteTemplate.command(
        words + ["--help"], name: "placeholder: \(PathParts(words.last ?? "").name) --help")
      + ["# A program may end its help with another code.", "ignore-failure = true"]
  }

  func json(
    _ words: [String], reading: String
  ) throws(HarnessFailure) -> JSONValue {
    let (program, arguments) = try SuiteCommand.words(words).resolved(in: folder)
    let outcome = ProgramOutput.of(
      program: program, arguments: arguments, environment: Executable.environment,
      folder: folder)
    guard outcome.isSuccess, let value = try? JSONValue(parsing: Array(outcome.text.utf8)) else {
      throw .failed("`\(words.joined(separator: " "))` could not read \(reading).")
    }
    return value
  }

  /// What helps where there is a library alone.
  static let libraryAdvice =
    ": a library is measured by a worker, a program of some lines that calls it "
    + "(Benchmarks/WritingAWorker.md of swift-dominant-color)"

  func nothing(_ problem: String) -> HarnessFailure {
    .wrongUsage("\(problem) Name a command to measure: bench init -- COMMAND ARGUMENTS.")
  }
}
