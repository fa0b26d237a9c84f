internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import Reporting

/// Where checkouts are kept: `--cache`.
struct CacheOptions: ParsableArguments {
  @Option(
    name: .customLong("cache"),
    help: ArgumentHelp(
      "Where checkouts of commits are built and kept. Default: bench in $XDG_CACHE_HOME or "
        + "~/.cache.",
      valueName: "folder"),
    completion: .directory)
  var chosen: String?

  /// The folder.
  ///
  /// - Throws: ``HarnessFailure`` when there is no home folder.
  func folder() throws(HarnessFailure) -> String {
    guard let chosen else { return try Self.standardFolder() }
    return chosen.hasPrefix("/") ? chosen : "\(workingFolder() ?? "")/\(chosen)"
  }

  /// Where checkouts are kept unless a folder is named.
  ///
  /// - Throws: ``HarnessFailure`` when there is no home folder.
  static func standardFolder() throws(HarnessFailure) -> String {
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
}
