internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Measuring
internal import Reporting

/// The options of commands that work on a suite.
struct SuiteOptions: ParsableArguments {
  @Option(
    name: .customLong("suite"),
    help: ArgumentHelp(
      "The suite file. Default: bench.toml, or Benchmarks/bench.toml, in this folder or one above, "
        + "up to the top of the checkout.",
      valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var path: String?

  @OptionGroup var choice: SuiteChoiceOptions

  /// The path of the suite file; `nil` when there is none.
  var file: String? { path ?? Self.nearby }

  /// The suite file of the working folder; `nil` when there is none.
  static var nearby: String? { workingFolder().flatMap { SuiteFile.find(from: $0) } }

  /// The suite file that is there, which most commands need.
  ///
  /// - Throws: ``HarnessFailure`` that says how to get one.
  func requiredFile() throws(HarnessFailure) -> String {
    guard let file else { throw Self.missing }
    return file
  }

  /// That there is no suite file here.
  static var missing: HarnessFailure {
    let place =
      workingFolder().flatMap(GitCheckout.init(containing:)) == nil
      ? "in this folder, or in one above" : "in this repository"
    return HarnessFailure(
      message: "There is no \(SuiteFile.name) \(place). `bench init` writes one.",
      status: .missingInput)
  }

  /// The suite to work on.
  ///
  /// - Parameter revision: the commit to measure; `nil` for the working tree.
  /// - Returns: the suite.
  /// - Throws: ``HarnessFailure`` when there is none, or no home folder.
  func source(revision: String? = nil) throws(HarnessFailure) -> SuiteSource {
    let file = try requiredFile()
    return SuiteSource(
      path: file, choosing: try choice.selection(ofSuite: file),
      cacheFolder: try choice.cache.folder(), revision: revision)
  }

  /// The suite to list or to time: that of the repository, else the one that is installed.
  ///
  /// - Parameters:
  ///   - revision: the commit to measure; `nil` for the working tree.
  ///   - isInPlace: whether programs are taken as they are, without a checkout.
  ///   - message: called when the installed suite is taken.
  /// - Returns: the suite.
  /// - Throws: ``HarnessFailure`` when there is none, or no home folder.
  func sourceOrInstalled(
    revision: String?, isInPlace: Bool, message: (Notice) -> Void
  ) throws(HarnessFailure) -> SuiteSource {
    let cache = try choice.cache.folder()
    func source(_ path: String, _ isInPlace: Bool) throws(HarnessFailure) -> SuiteSource {
      SuiteSource(
        path: path, choosing: try choice.selection(ofSuite: path), cacheFolder: cache,
        revision: revision, isInPlace: isInPlace)
    }
    if let file { return try source(file, isInPlace) }
    guard let installed = InstalledSuite.path() else { throw Self.missing }
    guard revision == nil else { throw Self.missing }
    message(
      .note(
        "There is no \(SuiteFile.name) here: the benchmarks are those of '\(installed)'. "
          + "`bench init` writes a suite for a repository."))
    return try source(installed, true)
  }
}

/// The options of commands that work on benchmarks of a suite.
struct SuiteChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only benchmarks of the suite whose name contains this text; a whole name means that "
        + "benchmark alone. Repeatable.",
      valueName: "text"))
  var only: [String] = []

  @OptionGroup var cache: CacheOptions

  /// Which benchmarks of a suite are meant, with the parameters of the command line.
  ///
  /// What is nearly an option, and no parameter that the suite was seen to have, is refused at once: to
  /// ask the suite may take a build.
  ///
  /// - Parameter suite: the suite file.
  /// - Returns: the selection.
  /// - Throws: ``HarnessFailure`` for a misspelt option.
  func selection(ofSuite suite: String) throws(HarnessFailure) -> BenchmarkSelection {
    let arguments = ParameterArguments.current
    if !arguments.parameters.isEmpty {
      let known = KnownParameters(ofSuite: suite, in: try cache.folder()).choices.map(\.name)
      for parameter in arguments.parameters where !known.isEmpty && !known.contains(parameter.name)
      {
        if let option = nearestSpelling(of: parameter.name, among: arguments.options) {
          throw .wrongUsage("Unknown option '--\(parameter.name)'. Did you mean '--\(option)'?")
        }
      }
    }
    return BenchmarkSelection(
      names: only, parameters: arguments.parameters, otherNames: arguments.options)
  }
}
