internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CommandText
internal import Reporting

/// The options of commands that work on a suite.
struct SuiteOptions: ParsableArguments {
  @Option(
    name: .customLong("suite"),
    help: ArgumentHelp(
      "The suite file. Default: bench.toml in this folder or one above, up to the top of the "
        + "checkout.",
      valueName: "file"))
  var path: String?

  @OptionGroup var choice: SuiteChoiceOptions

  /// The path of the suite file; `nil` when there is none.
  var file: String? { path ?? Self.nearby }

  /// The suite file of the working folder; `nil` when there is none.
  static var nearby: String? { workingFolder().flatMap { SuiteFile.find(from: $0) } }
}

/// The options of commands that work on benchmarks of a suite.
struct SuiteChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only benchmarks of the suite whose name contains this text. Repeatable.",
      valueName: "text"))
  var only: [String] = []

  @Option(
    name: .customLong("cache"),
    help: ArgumentHelp(
      "Where checkouts of commits are built and kept. Default: bench in $XDG_CACHE_HOME or "
        + "~/.cache.",
      valueName: "folder"))
  var cache: String?

  /// Whether one of them was given.
  var isGiven: Bool { !only.isEmpty || cache != nil }

  /// Where checkouts are kept.
  ///
  /// - Throws: ``HarnessFailure`` when there is no home folder.
  func cacheFolder() throws(HarnessFailure) -> String {
    if let cache {
      return cache.hasPrefix("/") ? cache : "\(workingFolder() ?? "")/\(cache)"
    }
    func variable(_ name: String) -> String? {
      Terminal.environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ "\($0)/.cache" }) else {
      throw HarnessFailure(
        message: "There is no home folder to keep checkouts in: give --cache.",
        status: .missingInput)
    }
    return "\(base)/bench"
  }

  /// The suite to work on, whose benchmarks are a source like any other; `nil` where kernels are.
  ///
  /// This is the one place where the two part.
  ///
  /// - Parameters:
  ///   - path: the suite file; `nil` where there is none, or where kernels are asked for.
  ///   - revision: the commit to measure; `nil` for the working tree.
  ///   - hasMore: whether another option was given that applies to suites only.
  ///   - complaint: what is said of such options where there is no suite.
  /// - Returns: the suite.
  /// - Throws: ``HarnessFailure`` when there is no home folder, `UsageError` for an option that does
  ///   not apply.
  func source(
    of path: String?, revision: String? = nil, hasMore: Bool = false, complaint: String
  ) throws -> SuiteSource? {
    guard let path else {
      guard !hasMore, !isGiven else { throw UsageError(complaint) }
      return nil
    }
    return SuiteSource(path: path, only: only, cacheFolder: try cacheFolder(), revision: revision)
  }
}
